import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { gatherMessages, sentencesOf } from '../../../src-core/ipc/sentences.ts';
import type { Language } from '../../../src-core/text-ref.ts';

const LOCALES = resolve(import.meta.dirname, '../../../resources/locales');
/** Stands for a value that the test does not know. */
const ANYTHING = 'ANYTHINGATALL';

/** The window's texts, from the catalogues it speaks from: `library.title`, … */
export interface Words {
  readonly language: Language;
  /** @throws Error when the catalogue has no such text: a test never waits for a name that nothing can have. */
  text(key: string, params?: Readonly<Record<string, string | number>>): string;
  /** A name that begins with the text; the parameters that are named are left open. A control may add a shortcut or a hint. */
  pattern(key: string, open?: readonly string[], params?: Readonly<Record<string, string | number>>): RegExp;
}

export function wordsIn(language: Language): Words {
  const catalogue = (file: string) =>
    JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')) as Readonly<Record<string, string>>;
  const sentence = sentencesOf(
    gatherMessages(readdirSync(join(LOCALES, language)).map((file) => [file, catalogue(file)])),
    (message) => new IntlMessageFormat(message, language),
    (value) => value.toLocaleString(language),
  );
  const text: Words['text'] = (key, params = {}) => {
    const said = sentence(key, params);
    if (said === null) throw new Error(`the ${language} catalogue has no ${key}`);
    return said;
  };
  return {
    language,
    text,
    pattern: (key, open = [], params = {}) => {
      const filled = text(key, { ...params, ...Object.fromEntries(open.map((name) => [name, ANYTHING])) });
      const escaped = filled.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return new RegExp(`^${escaped.replaceAll(ANYTHING, '.*')}`);
    },
  };
}
