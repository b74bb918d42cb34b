import { IntlMessageFormat } from 'intl-messageformat';
import { sentencesOf, type Values } from '../../src-core/ipc/sentences.ts';
import type { Language, TextRef } from '../../src-core/text-ref.ts';
import { CATALOGUES } from './catalogues.ts';
import { formatsFor, type Formats } from './formats.ts';

export interface Text {
  readonly language: Language;
  /** The message of a full key (`library.title`). A key without a message, or without a value that it takes, shows itself, so that it is seen and mended. */
  readonly t: (key: string, params?: Values) => string;
  /** A sentence that came from the main process. */
  readonly ref: (text: TextRef) => string;
  /** Whether the catalogue has the key: some findings have a title only. */
  readonly has: (key: string) => boolean;
  readonly format: Formats;
}

export function createText(language: Language): Text {
  const messages = CATALOGUES[language];
  const format = formatsFor(language);
  const sentence = sentencesOf(
    messages,
    (message) => new IntlMessageFormat(message, language, undefined, { ignoreTag: true }),
    format.figure,
  );
  const t = (key: string, params?: Values): string => {
    try {
      return sentence(key, params) ?? key;
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
