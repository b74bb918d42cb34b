import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { APP_ERRORS } from '../../src-core/desk/app-errors.ts';
import type { Language } from '../../src-core/text-ref.ts';
import { messageKeysIn } from './message-keys.ts';
import { ROOMS, filesUnder } from './source-files.ts';

/** Every message of one language by its full key, as the window gathers them. */
function catalogue(language: Language): Map<string, string> {
  return new Map(
    filesUnder([`resources/locales/${language}`], /\.json$/).flatMap(({ path, text }) => {
      const file = path.slice(path.lastIndexOf('/') + 1);
      const subject = file.slice(0, file.indexOf('.'));
      return Object.entries(JSON.parse(text) as Record<string, string>).map(([key, message]): [string, string] => [
        `${subject}.${key}`,
        message,
      ]);
    }),
  );
}

interface Part {
  readonly type: number;
  readonly value?: string;
  readonly options?: Readonly<Record<string, { readonly value: readonly Part[] }>>;
}

/** The arguments of an ICU message, sorted. Throws when the message cannot be read. */
function paramsOf(message: string): string[] {
  const LITERAL = 0;
  const POUND = 7;
  const found = new Set<string>();
  const walk = (parts: readonly Part[]): void => {
    for (const part of parts) {
      if (part.type !== LITERAL && part.type !== POUND && part.value !== undefined) found.add(part.value);
      for (const option of Object.values(part.options ?? {})) walk(option.value);
    }
  };
  walk(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst() as readonly Part[]);
  return [...found].sort();
}

const ko = catalogue('ko');
const en = catalogue('en');

describe('the locale catalogues', () => {
  it('have the same keys in Korean and English', () => {
    expect({
      onlyKorean: [...ko.keys()].filter((key) => !en.has(key)),
      onlyEnglish: [...en.keys()].filter((key) => !ko.has(key)),
    }).toEqual({
      onlyKorean: [],
      onlyEnglish: [],
    });
  });

  it('take the same values in both languages', () => {
    const differing = [...ko].flatMap(([key, message]) => {
      const other = en.get(key);
      if (other === undefined) return [];
      const [korean, english] = [paramsOf(message), paramsOf(other)];
      return korean.join() === english.join() ? [] : [{ key, korean, english }];
    });
    expect(differing).toEqual([]);
  });

  it('leave no message empty', () => {
    expect([...ko, ...en].filter(([, message]) => message.trim() === '').map(([key]) => key)).toEqual([]);
  });

  it('have every key that code names', () => {
    const keys = [...ko.keys()];
    const uses = filesUnder(ROOMS, /\.tsx?$/)
      .filter(({ path }) => !/\.test\.tsx?$|\/testing\//.test(path))
      .flatMap(messageKeysIn);
    expect(uses.length).toBeGreaterThan(0);
    const missing = uses
      .filter(({ pattern }) => !keys.some((key) => pattern.test(key)))
      .map(({ path, line, written }) => `${path}:${line} ${written}`);
    expect(missing).toEqual([]);
  });

  it('write both Korean particles behind what a studio wrote into its naming rules', () => {
    const ONE_PARTICLE = /(?:\}'\}'|\{patterns\})(?:은|는|이|가|을|를|과|와|으로|로)\s/u;
    expect([...ko].filter(([, message]) => ONE_PARTICLE.test(message)).map(([key]) => key)).toEqual([]);
  });

  it('have a sentence for every error of the app', () => {
    expect(Object.keys(APP_ERRORS).filter((code) => !ko.has(`errors.${code}`))).toEqual([]);
  });
});
