const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';

/** Somebody writes in it. */
const isTextField = (element: Element | null): boolean =>
  element?.matches(
    'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, [contenteditable="true"]',
  ) ?? false;

/** Whether a text has the focus, which has its own undo. That of the palette is no text to be worked on. */
export const isInText = (): boolean =>
  isTextField(document.activeElement) && document.activeElement?.closest('[data-palette]') === null;

/**
 * What is typed in a field counts when the field is left, and what takes the field off the screen does not leave it: it is left here,
 * and come back to. A field of a dialog stays with its dialog.
 */
export function countTyped(): void {
  const field = document.activeElement;
  if (!isInText() || !(field instanceof HTMLElement)) return;
  if (field.closest('[role="dialog"], [role="alertdialog"]') !== null) return;
  field.blur();
  field.focus({ preventScroll: true });
}

/** An IME is at work: such keys belong to it. WebKit and Windows report 229 for the key that ends a composition. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** The key goes into a text, so it must not be taken for a shortcut. */
export function isTypingEvent(event: KeyboardEvent): boolean {
  const target = event.target as Partial<Element> | null;
  return isComposing(event) || (target?.closest?.(TYPING) ?? null) !== null;
}

const ENDS_COMPOSITION: ReadonlySet<string> = new Set(['Enter', 'NumpadEnter', 'Escape']);

/**
 * One press that ends a composition comes twice where the IME gives the key back (ibus, some of macOS's): as a key of the
 * composition, and after its end as an ordinary one, which would send a form or close a sheet that is still being written in.
 * That one is kept from everything. A text of several lines has it: there it is a line. Its time is that of the press, before the
 * composition ended: so it is known even where the key was let go, or the first one never came, while the IME was slow to answer.
 *
 * @returns ends the guard.
 */
export function guardCompositions(document: Document): () => void {
  let ending: string | null = null;
  let endedAtMs = -Infinity;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) {
      ending = ENDS_COMPOSITION.has(event.code) ? event.code : null;
      return;
    }
    const isEarlierPress = ENDS_COMPOSITION.has(event.code) && event.timeStamp <= endedAtMs;
    const isSamePress = ending === event.code || isEarlierPress;
    ending = null;
    if (!isSamePress || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const onKeyUp = (): void => void (ending = null);
  const onEnd = (event: CompositionEvent): void => void (endedAtMs = event.timeStamp);
  document.addEventListener('keydown', onKeyDown, { capture: true });
  document.addEventListener('keyup', onKeyUp, { capture: true });
  document.addEventListener('compositionend', onEnd, { capture: true });
  return () => {
    document.removeEventListener('keydown', onKeyDown, { capture: true });
    document.removeEventListener('keyup', onKeyUp, { capture: true });
    document.removeEventListener('compositionend', onEnd, { capture: true });
  };
}
