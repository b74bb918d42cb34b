// The one way from the catalogues (resources/locales) to a sentence: of the window, the shell, reports and the command line.

/** A parsed ICU message, as far as it is used here: `intl-messageformat`'s class, which whoever speaks brings along. */
export interface MessageFormat {
  getAst(): MessagePart[];
  /** Throws where a value is missing. */
  format(values?: Record<string, string | number>): unknown;
}

export type Values = Readonly<Record<string, string | number>>;

/**
 * Every message by its full key, `<subject>.<key in the file>`, out of files that are named after their subject. A subject
 * may lie in several: `findings.images.json` belongs to `findings`.
 */
export function gatherMessages(
  files: Iterable<readonly [file: string, catalogue: Readonly<Record<string, string>>]>,
): ReadonlyMap<string, string> {
  const messages = new Map<string, string>();
  for (const [file, catalogue] of files) {
    const subject = file.slice(0, file.indexOf('.'));
    for (const [key, message] of Object.entries(catalogue)) messages.set(`${subject}.${key}`, message);
  }
  return messages;
}

/**
 * Answers sentences by key; null where there is no such message. Each message is parsed once, when it is first needed.
 * `figure` writes the figures that stand bare in a sentence. Throws where a message lacks a value.
 */
export function sentencesOf(
  messages: ReadonlyMap<string, string>,
  parse: (message: string) => MessageFormat,
  figure: (value: number) => string,
): (key: string, params?: Values) => string | null {
  const parsed = new Map<string, MessageFormat>();
  return (key, params) => {
    let format = parsed.get(key);
    if (format === undefined) {
      const message = messages.get(key);
      if (message === undefined) return null;
      format = parse(message);
      nameBareValues(format.getAst());
      parsed.set(key, format);
    }
    return String(format.format(params === undefined ? undefined : withWritten(params, figure)));
  };
}

/** An element of a parsed ICU message, as far as a walk over it goes: the syntax tree of `intl-messageformat`. */
interface MessagePart {
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
function nameBareValues(parts: readonly MessagePart[]): void {
  for (const part of parts) {
    if (part.type === BARE_ARGUMENT) part.value = `${String(part.value)}${WRITTEN}`;
    for (const option of Object.values(part.options ?? {})) nameBareValues(option.value);
    if (part.children !== undefined) nameBareValues(part.children);
  }
}

/** The values of a message, and each as a bare one is written. */
function withWritten(params: Values, figure: (value: number) => string): Record<string, string | number> {
  const written = Object.entries(params).map(([name, value]) => [
    `${name}${WRITTEN}`,
    typeof value === 'number' ? figure(value) : value,
  ]);
  return { ...params, ...(Object.fromEntries(written) as Record<string, string>) };
}
