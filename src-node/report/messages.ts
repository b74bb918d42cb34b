import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { gatherMessages, sentencesOf } from '../../src-core/ipc/sentences.ts';
import type { Language, TextRef } from '../../src-core/text-ref.ts';

/** Sentences of the catalogues for what leaves the studio as a file or a line. */
export interface Messages {
  readonly language: Language;
  /** The key itself where the catalogue has no such text. */
  readonly say: (key: string, params?: TextRef['params']) => string;
  readonly has: (key: string) => boolean;
  readonly ref: (text: TextRef) => string;
}

/** `folder` is `resources/locales`. Throws when it has no such language. */
export function openMessages(folder: string, language: Language): Messages {
  const catalogue = (file: string) =>
    JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Readonly<Record<string, string>>;
  const messages = gatherMessages(readdirSync(join(folder, language)).map((file) => [file, catalogue(file)]));
  const sentence = sentencesOf(
    messages,
    (message) => new IntlMessageFormat(message, language, undefined, { ignoreTag: true }),
    new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format,
  );
  const say: Messages['say'] = (key, params) => sentence(key, params)?.trim() ?? key;
  return { language, say, has: (key) => messages.has(key), ref: ({ key, params }) => say(key, params) };
}
