import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { nameBareValues, withWritten } from '../../src-core/ipc/bare-figures.ts';
import type { TextRef } from '../../src-core/text-ref.ts';

export type Language = 'ko' | 'en';

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
  const texts = new Map<string, string>();
  for (const file of readdirSync(join(folder, language))) {
    const subject = file.slice(0, file.indexOf('.'));
    const catalogue = JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>;
    for (const [key, message] of Object.entries(catalogue)) texts.set(`${subject}.${key}`, message);
  }
  const formats = new Map<string, IntlMessageFormat>();
  const { format: figure } = new Intl.NumberFormat(language, { maximumFractionDigits: 6 });
  const say: Messages['say'] = (key, params) => {
    const message = texts.get(key);
    if (message === undefined) return key;
    let format = formats.get(key);
    if (format === undefined) {
      format = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
      nameBareValues(format.getAst());
      formats.set(key, format);
    }
    return String(format.format(params === undefined ? undefined : withWritten(params, figure))).trim();
  };
  return { language, say, has: (key) => texts.has(key), ref: ({ key, params }) => say(key, params) };
}
