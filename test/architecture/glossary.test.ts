import { describe, expect, it } from 'vitest';
import type { Language } from '../../src-core/text-ref.ts';
import { GLOSSARY } from './glossary.ts';
import { filesUnder } from './source-files.ts';

const LANGUAGES: readonly Language[] = ['ko', 'en'];

/** Every message by its full key, with the language it stands in. */
const messages = LANGUAGES.flatMap((language) =>
  filesUnder([`resources/locales/${language}`], /\.json$/).flatMap(({ path, text }) => {
    const subject = path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '';
    return Object.entries(JSON.parse(text) as Record<string, string>).map(([key, message]) => ({
      language,
      key: `${subject}.${key}`,
      // Names of values are nobody's words: nobody reads them.
      message: message.replace(/\{(\w+)(?=[,}])/g, '{'),
    }));
  }),
);

describe('the words of both catalogues', () => {
  it.each(GLOSSARY)('$thing: $word.ko, $word.en, and no other', ({ never, except = {} }) => {
    const others = messages.flatMap(({ language, key, message }) => {
      const found = never[language]?.exec(message)?.[0];
      return found === undefined || key in except ? [] : [`${language} ${key}: “${found}” in ${message}`];
    });
    expect(others).toEqual([]);
  });

  it('use each word of the glossary', () => {
    const unused = GLOSSARY.flatMap(({ thing, word }) =>
      LANGUAGES.filter(
        (language) =>
          !messages.some(
            (one) => one.language === language && one.message.toLowerCase().includes(word[language].toLowerCase()),
          ),
      ).map((language) => `${language} ${word[language]} (${thing})`),
    );
    expect(unused).toEqual([]);
  });

  it('have exceptions only where they are needed', () => {
    const idle = GLOSSARY.flatMap(({ never, except = {} }) =>
      Object.keys(except).filter(
        (key) => !messages.some((one) => one.key === key && never[one.language]?.test(one.message) === true),
      ),
    );
    expect(idle).toEqual([]);
  });

  it('give things that are told apart different words', () => {
    for (const language of LANGUAGES) {
      const words = GLOSSARY.map(({ word }) => word[language]);
      expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
    }
  });
});
