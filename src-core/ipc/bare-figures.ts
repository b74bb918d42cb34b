/** An element of a parsed ICU message, as far as a walk over it goes: the syntax tree of `intl-messageformat`. */
export interface MessagePart {
  type: number;
  value?: unknown;
  options?: Record<string, { value: MessagePart[] }>;
  children?: MessagePart[];
}

/** `{name}` with no format of its own, in `intl-messageformat`'s numbering of elements. */
const BARE_ARGUMENT = 1;
/** No name of a value ends so: ICU names hold no spaces. */
const WRITTEN = ' written';

/**
 * Figures that stand in a sentence as they are (`{count}`) are grouped as the language groups them: `12,345`. ICU does so
 * only for `{count, number}`, and whether a bare value will be a figure is not known where the sentence is written. Renames
 * the bare values of a parsed message; `withWritten` gives them.
 */
export function nameBareValues(parts: readonly MessagePart[]): void {
  for (const part of parts) {
    if (part.type === BARE_ARGUMENT) part.value = `${String(part.value)}${WRITTEN}`;
    for (const option of Object.values(part.options ?? {})) nameBareValues(option.value);
    if (part.children !== undefined) nameBareValues(part.children);
  }
}

/** The values of a message, and each as a bare one is written. */
export function withWritten(
  params: Readonly<Record<string, string | number>>,
  figure: (value: number) => string,
): Record<string, string | number> {
  const written = Object.entries(params).map(([name, value]) => [
    `${name}${WRITTEN}`,
    typeof value === 'number' ? figure(value) : value,
  ]);
  return { ...params, ...(Object.fromEntries(written) as Record<string, string>) };
}
