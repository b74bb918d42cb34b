import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';

/** A held key repeats some thirty times a second: whoever holds one does not read on the way. */
const REST_MS = 120;

let isHeld = false;

function followHeldKey(listener: () => void): () => void {
  const hold = (next: boolean) => {
    if (next === isHeld) return;
    isHeld = next;
    listener();
  };
  const onDown = (event: KeyboardEvent) => hold(event.repeat);
  const onUp = () => hold(false);
  window.addEventListener('keydown', onDown, true);
  window.addEventListener('keyup', onUp, true);
  window.addEventListener('pointerdown', onUp, true);
  window.addEventListener('blur', onUp);
  return () => {
    window.removeEventListener('keydown', onDown, true);
    window.removeEventListener('keyup', onUp, true);
    window.removeEventListener('pointerdown', onUp, true);
    window.removeEventListener('blur', onUp);
  };
}

export interface RestedProps<Value> {
  readonly value: Value;
  readonly children: (value: Value) => ReactNode;
}

/**
 * Draws what belongs to a value at once, but while a key is held that goes on changing it: then it is drawn when the value rests, the key is
 * let go or another one is pressed. So it is never of another value than a single key, or a hand, finds it with.
 */
export function Rested<Value>({ value, children }: RestedProps<Value>) {
  const isPassing = useSyncExternalStore(followHeldKey, () => isHeld);
  const [rested, setRested] = useState(value);
  if (!isPassing && rested !== value) setRested(value);
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value, isPassing]);
  const shown = isPassing ? rested : value;
  return useMemo(() => children(shown), [children, shown]);
}
