import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { nameBareValues, withWritten } from '../../../src-core/ipc/bare-figures.ts';

export type Language = 'ko' | 'en';

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
  const messages = new Map<string, string>();
  for (const file of readdirSync(join(LOCALES, language))) {
    const subject = file.slice(0, file.indexOf('.'));
    const catalogue = JSON.parse(readFileSync(join(LOCALES, language, file), 'utf8')) as Record<string, string>;
    for (const [key, message] of Object.entries(catalogue)) messages.set(`${subject}.${key}`, message);
  }
  const text: Words['text'] = (key, params) => {
    const message = messages.get(key);
    if (message === undefined) throw new Error(`the ${language} catalogue has no ${key}`);
    const format = new IntlMessageFormat(message, language);
    nameBareValues(format.getAst());
    return String(format.format(withWritten(params ?? {}, (value) => value.toLocaleString(language))));
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
