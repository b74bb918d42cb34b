import { IntlMessageFormat } from 'intl-messageformat';
import { nameBareValues, withWritten } from '../../src-core/ipc/bare-figures.ts';
import type { TextRef } from '../../src-core/text-ref.ts';
import { CATALOGUES, type Language } from './catalogues.ts';
import { formatsFor, type Formats } from './formats.ts';

export type TextParams = Readonly<Record<string, string | number>>;

export interface Text {
  readonly language: Language;
  /** The message of a full key (`library.title`). A key without a message, or without a value that it takes, shows itself, so that it is seen and mended. */
  readonly t: (key: string, params?: TextParams) => string;
  /** A sentence that came from the main process. */
  readonly ref: (text: TextRef) => string;
  /** Whether the catalogue has the key: some findings have a title only. */
  readonly has: (key: string) => boolean;
  readonly format: Formats;
}

export function createText(language: Language): Text {
  const messages = CATALOGUES[language];
  const format = formatsFor(language);
  const compiled = new Map<string, IntlMessageFormat>();
  const t = (key: string, params?: TextParams): string => {
    let message = compiled.get(key);
    if (message === undefined) {
      const source = messages.get(key);
      if (source === undefined) return key;
      message = new IntlMessageFormat(source, language, undefined, { ignoreTag: true });
      nameBareValues(message.getAst());
      compiled.set(key, message);
    }
    try {
      return String(message.format(params === undefined ? undefined : withWritten(params, format.figure)));
    } catch {
      // A finding that an earlier version kept may lack a value that its sentence takes today.
      return key;
    }
  };
  return {
    language,
    t,
    ref: (text) => t(text.key, text.params),
    has: (key) => messages.has(key),
    format,
  };
}
