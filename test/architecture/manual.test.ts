import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexer, walkTokens, type Token, type Tokens } from 'marked';
import { describe, expect, it } from 'vitest';
import { COMMAND_LIST } from '../../src-core/commands.ts';
import { LANGUAGES, type Language } from '../../src-core/text-ref.ts';
import { LAYOUT_KEYS } from '../../src-renderer/features/layout/key-list.ts';
import { CHAPTERS } from '../../src-renderer/features/manual/chapters.ts';
import { catalogueOf, findingsChapter } from './manual-findings.ts';
import { ROOT, textOf } from './source-files.ts';

const FOLDER = 'resources/manual';
/** Both languages' pictures together, in bytes: they are in every package. */
const PICTURES_AT_MOST = 1_000_000;

const pathOf = (language: Language, chapter: string) => `${FOLDER}/${language}/${chapter}.md`;
const chapterOf = (language: Language, chapter: string) => textOf(pathOf(language, chapter));

function tokensIn(text: string): readonly Token[] {
  const all: Token[] = [];
  walkTokens(lexer(text), (token) => void all.push(token));
  return all;
}

const wordsOf = (text: string, type: 'strong' | 'codespan'): string[] =>
  tokensIn(text).flatMap((token) => (token.type === type ? [(token as Tokens.Strong).text] : []));

const catalogues = Object.fromEntries(LANGUAGES.map((language) => [language, catalogueOf(language)])) as Record<
  Language,
  ReadonlyMap<string, string>
>;

/** The keys of the messages that say just this; a button that goes on to a question ends in “…”. */
const keysSaying = (word: string, language: Language): string[] =>
  [...catalogues[language]].flatMap(([key, message]) => (message.replace(/…$/, '') === word ? [key] : []));

const written = CHAPTERS.filter((chapter) => chapter !== 'findings');

describe('the manual', () => {
  it.each(LANGUAGES)('has every chapter in %s, and no other', (language) => {
    const there = readdirSync(join(ROOT, FOLDER, language)).sort();
    expect(there).toEqual([...CHAPTERS, 'README'].map((chapter) => `${chapter}.md`).sort());
  });

  it.each(written)('%s tells the same in both languages: headings, pictures, links', (chapter) => {
    const shape = (language: Language) =>
      tokensIn(chapterOf(language, chapter)).flatMap((token) => {
        if (token.type === 'heading') return [`heading ${(token as Tokens.Heading).depth}`];
        if (token.type === 'image') return [(token as Tokens.Image).href.replace(`.${language}.`, '.')];
        return [];
      });
    expect(shape('en')).toEqual(shape('ko'));
  });

  it.each(written.flatMap((chapter) => LANGUAGES.map((language) => ({ chapter, language }))))(
    '$language/$chapter names in bold only what the window has',
    ({ chapter, language }) => {
      const names = wordsOf(chapterOf(language, chapter), 'strong');
      expect(names.filter((name) => keysSaying(name, language).length === 0)).toEqual([]);
    },
  );

  it.each(written)('%s names the same screens, menus and buttons in both languages', (chapter) => {
    const named = (language: Language) => [...new Set(wordsOf(chapterOf(language, chapter), 'strong'))];
    const isNamedIn = (other: Language, keys: readonly string[]) =>
      named(other).some((name) => keysSaying(name, other).some((key) => keys.includes(key)));
    expect(named('ko').filter((name) => !isNamedIn('en', keysSaying(name, 'ko')))).toEqual([]);
    expect(named('en').filter((name) => !isNamedIn('ko', keysSaying(name, 'en')))).toEqual([]);
  });

  it.each(CHAPTERS.flatMap((chapter) => LANGUAGES.map((language) => ({ chapter, language }))))(
    '$language/$chapter names only keys that do something',
    ({ chapter, language }) => {
      const known = new Set([
        ...COMMAND_LIST.flatMap(({ keys }) => keys.map((one) => one.keys.replace('Mod', 'Ctrl'))),
        ...LAYOUT_KEYS.map(({ keys }) => keys),
        ...['Enter', 'Space', 'Esc', '↑', '↓', '←', '→'],
      ]);
      const keys = wordsOf(chapterOf(language, chapter), 'codespan').filter((key) => !/[._]/.test(key));
      expect(keys.filter((key) => !known.has(key))).toEqual([]);
    },
  );

  it.each(LANGUAGES)('its chapter of findings is what the catalogue says (%s)', (language) => {
    const chapter = findingsChapter(language);
    if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(join(ROOT, pathOf(language, 'findings')), chapter);
    expect(chapterOf(language, 'findings')).toBe(chapter);
  });

  it('has a paragraph for every finding that the window can show', () => {
    const chapter = chapterOf('ko', 'findings');
    const missing = [...catalogues.ko.keys()]
      .flatMap((key) => /^findings\.([a-z]+\.\w+)\.title$/i.exec(key)?.[1] ?? [])
      .filter((ruleId) => !chapter.includes(`<a id="${ruleId}"></a>`));
    expect(missing).toEqual([]);
  });

  it('shows every picture that there is, and they are small', () => {
    const folder = join(ROOT, FOLDER, 'pictures');
    const all = LANGUAGES.flatMap((language) => CHAPTERS.map((chapter) => chapterOf(language, chapter))).join('\n');
    const files = readdirSync(folder);
    expect(files.filter((name) => !all.includes(`../pictures/${name}`))).toEqual([]);
    const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(existsSync(folder) && bytes).toBeLessThan(PICTURES_AT_MOST);
  });
});
