import { expect, it } from 'vitest';
import { layoutDocumentSchema, type LayoutDocument, type Surface } from './document.ts';
import { applied } from './history.ts';
import { isSoundDocument } from './sound.ts';
import { sampleBook, seeded } from './testing/sample-book.ts';

const plain = sampleBook({ uid: 'SQUAREBOOK_HC', pageCount: 24, pictures: 12 });
const frame = {
  kind: 'field' as const,
  box: { xMm: 10, yMm: 10, widthMm: 60, heightMm: 40 },
  locked: false,
  fill: '#aabbcc',
  border: null,
  cornerMm: 0,
};
const book: LayoutDocument = {
  ...plain,
  setAside: { f90: frame },
  pages: Object.fromEntries(
    Object.entries(plain.pages).map(([id, page]) => [id, { ...page, order: ['f1'], frames: { f1: frame } }]),
  ),
};

/** Every path of the document, to its leaves. */
function pathsOf(state: unknown, path: readonly string[] = []): string[][] {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return [[...path]];
  return [[...path], ...Object.entries(state).flatMap(([key, part]) => pathsOf(part, [...path, key]))];
}

/** What a faulty step might write. */
const JUNK = [undefined, null, -1, 0.5, 1e9, '', 'p1', '#aabbcc', [], ['p1'], {}, { f1: frame }, true];

it('says of any state what the schema says, whatever was asked about before', () => {
  const paths = pathsOf(book).filter((path) => path.length > 0);
  const chance = seeded(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)] as T;
  const found = { sound: 0, broken: 0 };
  for (let round = 0; round < 3_000; round += 1) {
    const to = pick(JUNK);
    const state = applied(book, [{ path: pick(paths), ...(to === undefined ? {} : { to }) }]);
    const isSound = layoutDocumentSchema.safeParse(state).success;
    expect(isSoundDocument(state)).toBe(isSound);
    found[isSound ? 'sound' : 'broken'] += 1;
  }
  expect(Math.min(found.sound, found.broken)).toBeGreaterThan(200);
});

it('a name that is none is found in a record of many', () => {
  for (const field of ['pages', 'pictures', 'setAside'] as const)
    expect(isSoundDocument({ ...book, [field]: { ...book[field], 'No Name': Object.values(book[field])[0] } })).toBe(
      false,
    );
});

it('a record that is sound as another one is looked at anew', () => {
  const { setAside } = book;
  expect(isSoundDocument(book)).toBe(true);
  expect(isSoundDocument({ ...book, pictures: setAside as never })).toBe(false);
});

it('looks only at what is another object than before', () => {
  let looks = 0;
  const watched = (page: Surface): Surface => ({
    ...page,
    get ground() {
      looks += 1;
      return '#ffffff';
    },
  });
  const state = { ...book, pages: Object.fromEntries(Object.entries(book.pages).map(([id, p]) => [id, watched(p)])) };
  expect(isSoundDocument(state)).toBe(true);
  expect(looks).toBeGreaterThanOrEqual(24);
  looks = 0;
  expect(isSoundDocument({ ...state, title: 'Other', pages: { ...state.pages, p3: watched(emptyPage) } })).toBe(true);
  expect(looks).toBe(1);
});

const emptyPage: Surface = { ground: '#ffffff', order: [], frames: {}, arrangement: null, locked: false };
