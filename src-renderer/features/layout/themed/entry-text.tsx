import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { LIMITS } from '../../../../src-core/contract/limits.ts';
import { useText } from '../../../i18n/use-text.ts';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { isComposing } from '../../../ui/key-events.ts';
import { useLayout, useLayoutPart } from '../layout-context.ts';

interface EntryTextProps {
  readonly label: string;
  readonly value: string;
  /** That its field begins with. */
  readonly lines: number;
  readonly isNumber: boolean;
  /** Keeps it; false: it could not be. */
  readonly onText: (text: string) => boolean;
}

/** The page follows what is typed when the hand rests: a book of hundreds of entries is laid out anew for it. */
const REST_MS = 300;

/**
 * A text of an entry. What is typed becomes a step when the hand rests, when the field is left, and before anything else takes it away; what
 * cannot be kept, as it would take more pages than the book may have, stays until it is mended or given up by Escape.
 */
export function EntryText({ label, value, lines, isNumber, onText }: EntryTextProps) {
  const { t } = useText();
  const session = useLayout();
  const isReadOnly = useLayoutPart((view) => view.readOnly !== null);
  const [typed, setTyped] = useState<string | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef<{ readonly typed: string | null; readonly keep: (text: string) => boolean }>({
    typed,
    keep: onText,
  });
  useEffect(() => {
    latest.current = { typed, keep: onText };
  });
  const leave = useCallback((): boolean => {
    const { typed: text, keep } = latest.current;
    if (text === null) return true;
    if (!keep(text)) return false;
    latest.current = { typed: null, keep };
    setTyped(null);
    return true;
  }, []);
  const isTyping = typed !== null;
  useEffect(() => {
    if (!isTyping) return undefined;
    return session.typing({ leave, show: () => place.current?.querySelector<HTMLElement>('input, textarea')?.focus() });
  }, [isTyping, leave, session]);
  useEffect(() => {
    if (typed === null) return undefined;
    const timer = setTimeout(leave, REST_MS);
    return () => clearTimeout(timer);
  }, [typed, leave]);
  const shown = typed ?? value;
  const field = {
    label,
    value: shown,
    onChange: setTyped,
    onBlur: () => void leave(),
    maxLength: LIMITS.entryTextMaxChars,
    isDisabled: isReadOnly,
    ...(isNumber && !/^\s*([+-]?[\d.]*)\s*$/.test(shown) ? { fault: t('layout.entry.note.notNumber') } : {}),
  };
  const giveUp = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || typed === null || isComposing(event.nativeEvent)) return;
    event.stopPropagation();
    // What can be kept is kept.
    if (!leave()) setTyped(null);
  };
  return (
    <div ref={place} onKeyDown={giveUp}>
      {lines > 1 ? (
        <TextArea {...field} rows={lines} />
      ) : (
        <TextField {...field} {...(isNumber ? { inputMode: 'decimal' as const } : {})} />
      )}
    </div>
  );
}
