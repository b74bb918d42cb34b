import { useSyncExternalStore } from 'react';

/** A value outside of React that several parts of the window read: selection, panel state. Nothing of the server. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value | ((former: Value) => Value)) => void;
  readonly use: () => Value;
  /** A part of it: the component is drawn again only when the part is another one. Parts are values or objects that stay the same. */
  readonly useWith: <Part>(part: (value: Value) => Part) => Part;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  const get = (): Value => value;
  const follow = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next instanceof Function ? next(value) : next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(follow, get),
    useWith: (part) => useSyncExternalStore(follow, () => part(value)),
  };
}
