import { describe, expect, it } from 'vitest';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { saidByName, specsNamed } from './name-tokens.ts';
import { pairFiles } from './pair-files.ts';

const specs = shippedSpecs;
const file = (path: string, pdfPages: number | null = 24) => {
  const folder = path.split('/');
  const name = folder.pop() ?? '';
  return { fileId: path, folder, name, pdfPages };
};
/** What is said of the only book of these files. */
const said = (...paths: string[]) => {
  const [book, ...more] = pairFiles(paths.map((path) => file(path)));
  if (book === undefined || more.length > 0) throw new Error('not one book');
  return saidByName(book, specs);
};
const suffixed = (stem: string) => said(`a/${stem}_cover.pdf`, `a/${stem}_contents.pdf`);

describe('the tokens of a name', () => {
  it('are title, spec by a short name that one spec alone fits, and copies', () => {
    expect(suffixed('김민수_이서연__SQ_LAYFLAT__2')).toMatchObject({
      title: '김민수_이서연',
      specUid: 'SQUAREBOOK_LAYFLAT_HC',
      quantity: 2,
      reason: { key: 'library.pairing.tokens', params: { said: 'both', specTrouble: 'none', copiesTrouble: 'none' } },
    });
  });

  it.each([
    ['Kim__SQUAREBOOK_SC', { title: 'Kim', specUid: 'SQUAREBOOK_SC', quantity: null }],
    ['Kim__photobook_a5_sc__10', { title: 'Kim', specUid: 'PHOTOBOOK_A5_SC', quantity: 10 }],
    ['Kim__A4__1', { title: 'Kim', specUid: 'PHOTOBOOK_A4_SC', quantity: 1 }],
    ['Kim__sq-hc', { title: 'Kim', specUid: 'SQUAREBOOK_HC', quantity: null }],
    ['Kim__A4 소프트커버 포토북__3', { title: 'Kim', specUid: 'PHOTOBOOK_A4_SC', quantity: 3 }],
    ['Kim__12', { title: 'Kim', specUid: null, quantity: 12 }],
  ])('%s', (stem, expected) => {
    expect(suffixed(stem)).toMatchObject(expected);
    expect(suffixed(stem.normalize('NFD'))).toMatchObject(expected);
  });

  it('are read off a folder of one book and off folders of covers and contents too', () => {
    expect(said('Kim__A5__4/cover.pdf', 'Kim__A5__4/contents.pdf')).toMatchObject({ title: 'Kim', quantity: 4 });
    expect(said('cover/Kim__A5__4.pdf', 'contents/Kim__A5__4.pdf')).toMatchObject({ title: 'Kim', quantity: 4 });
  });

  it('say what of them cannot be taken, and the rest is taken', () => {
    expect(suffixed('Kim__XL__2')).toMatchObject({
      title: 'Kim',
      specUid: null,
      quantity: 2,
      reason: { params: { said: 'copies', specTrouble: 'unknown', specText: 'XL' } },
    });
    expect(suffixed('Kim__SQ__2')).toMatchObject({
      specUid: null,
      reason: { params: { specTrouble: 'many', specs: 'SQUAREBOOK_HC, SQUAREBOOK_SC, SQUAREBOOK_LAYFLAT_HC' } },
    });
    expect(suffixed('Kim__A4__0')).toMatchObject({
      title: 'Kim',
      specUid: 'PHOTOBOOK_A4_SC',
      quantity: null,
      reason: { params: { said: 'spec', copiesTrouble: 'bad', copiesText: '0' } },
    });
    expect(suffixed('Kim__A4__201')?.quantity).toBeNull();
  });

  it('leave a title whole of which nothing could be taken, and say so', () => {
    expect(suffixed('Kim__Lee')).toMatchObject({
      title: 'Kim__Lee',
      specUid: null,
      quantity: null,
      reason: { params: { said: 'none', specTrouble: 'unknown', specText: 'Lee' } },
    });
  });

  it.each(['Kim', 'Kim_Lee_2', 'Kim__', 'Kim__A4__2__x', 'Kim____2'])('are not in %s', (stem) => {
    expect(suffixed(stem)).toBeNull();
  });

  it('of a pair that was guessed, and of a file that found no partner, are not read', () => {
    const [guessed] = pairFiles([file('Kim__A4__2/a.pdf', 1), file('Kim__A4__2/b.pdf', 24)]);
    const [alone] = pairFiles([file('x/Kim__A4__2_cover.pdf', 1)]);
    expect([guessed, alone].map((book) => book && saidByName(book, specs))).toEqual([null, null]);
    expect(alone?.title).toBe('Kim__A4__2');
  });
});

describe('a spec', () => {
  it('is named by its uid before any short name of another one', () => {
    const two = [
      { bookSpecUid: 'A', name: 'One' },
      { bookSpecUid: 'A_B', name: 'Two' },
    ];
    expect(specsNamed('a', two).map(({ name }) => name)).toEqual(['One']);
    expect(specsNamed('b', two).map(({ name }) => name)).toEqual(['Two']);
    expect(specsNamed('_', two)).toEqual([]);
  });
});
