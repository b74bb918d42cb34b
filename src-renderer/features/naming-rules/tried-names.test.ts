import { expect, it } from 'vitest';
import { BUILT_IN_NAMES, NameReader } from '../../../src-core/imports/name-reader.ts';
import { BUILT_IN_RULES } from '../../../src-core/imports/naming-rules.ts';
import { shippedSpecs } from '../../../test/fixtures/catalogue.ts';
import { MOST_TRIED, namesIn, triedNames } from './tried-names.ts';

it('names are taken as people copy them: quoted, with either slash, with empty lines, twice', () => {
  expect(namesIn('"C:\\in\\Kim_cover.pdf"\r\n\r\n  Kim.pdf \nKim.pdf')).toEqual(['C:/in/Kim_cover.pdf', 'Kim.pdf']);
});

it('each name is in what it would become, with title, role, spec, copies and why', () => {
  const text =
    'a/Kim__SQ_LAYFLAT__2_cover.pdf\na/Kim__SQ_LAYFLAT__2_contents.pdf\nb/Lee_cover.pdf\nb/메모.pdf\nb/x.pdf';
  const { books } = triedNames(text, BUILT_IN_NAMES, shippedSpecs);
  expect(books).toMatchObject([
    {
      ...{ state: 'pair', title: 'Kim', specUid: 'SQUAREBOOK_LAYFLAT_HC', copies: 2 },
      reason: { key: 'library.pairing.tokens' },
      files: [{ role: 'cover' }, { role: 'contents' }],
    },
    { state: 'alone', title: 'Lee', specUid: null, files: [{ path: 'b/Lee_cover.pdf', role: 'cover' }] },
    { state: 'alone', title: 'x', files: [{ role: null }] },
    { state: 'alone', title: '메모', files: [{ role: null }] },
  ]);
});

it('names that an own rule makes collide are shown so', () => {
  const names = new NameReader({ ...BUILT_IN_RULES, patterns: ['{any}-{title}-{role}'] });
  const { books } = triedNames('a-Kim-cover.pdf\nb-Kim-cover.pdf', names, []);
  expect(books.map(({ state }) => state)).toEqual(['conflict', 'conflict']);
});

it('of very many names the first are tried, and it says so', () => {
  const { books, isCut } = triedNames(
    Array.from({ length: MOST_TRIED + 1 }, (_, at) => `${at} book.pdf`).join('\n'),
    BUILT_IN_NAMES,
    [],
  );
  expect([books.length, isCut]).toEqual([MOST_TRIED, true]);
});
