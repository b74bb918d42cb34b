const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"]';

/** An IME is at work: such keys belong to it. WebKit and Windows report 229 for the key that ends a composition. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229;

/** The key goes into a text, so it must not be taken for a shortcut. */
export function isTypingEvent(event: KeyboardEvent): boolean {
  const target = event.target as Partial<Element> | null;
  return isComposing(event) || (target?.closest?.(TYPING) ?? null) !== null;
}
