import { describe, expect, it } from 'vitest';
import { pairFiles, type FoundFile } from './pair-files.ts';

function file(path: string, pdfPages: number | null = 24): FoundFile {
  const parts = path.split('/');
  return { fileId: path, folder: parts.slice(0, -1), name: parts.at(-1) ?? '', pdfPages };
}

const short = (paths: readonly FoundFile[]) =>
  pairFiles(paths).books.map((book) => [book.title, book.coverFileId, book.contentsFileId, book.rule, book.guessed]);

describe('rule 1: the same folder and stem with role suffixes', () => {
  it.each([
    ['Kim-Lee_cover.pdf', 'Kim-Lee_contents.pdf', 'Kim-Lee'],
    ['Kim-Lee-COV.pdf', 'kim-lee inner.PDF', 'Kim-Lee'],
    ['Park family (cover).pdf', 'Park family (pages).pdf', 'Park family'],
    ['김민수_이서연_표지.pdf', '김민수_이서연_내지.pdf', '김민수_이서연'],
    ['돌잔치표지.pdf', '돌잔치본문.pdf', '돌잔치'],
    ['2026.05.03.c.pdf', '2026.05.03.body.pdf', '2026.05.03'],
  ])('pairs %s with %s', (cover, contents, title) => {
    expect(short([file(contents), file(cover, 1)])).toEqual([[title, cover, contents, 'suffix', false]]);
  });

  it('pairs a decomposed macOS name with a composed one, and shows the composed one', () => {
    const cover = '이서연_표지.pdf'.normalize('NFD');
    expect(short([file(cover, 1), file('이서연_내지.pdf')])).toEqual([
      ['이서연', cover, '이서연_내지.pdf', 'suffix', false],
    ]);
  });

  it('does not pair over folder borders', () => {
    const books = pairFiles([file('a/X_cover.pdf', 1), file('b/X_contents.pdf')]).books;
    expect(books.map((book) => book.rule)).toEqual(['alone', 'alone']);
  });

  it('reports two covers of one comparable name as a conflict instead of choosing', () => {
    const nfd = '한 책_cover.pdf'.normalize('NFD');
    const pairing = pairFiles([file('한 책_cover.pdf', 1), file(nfd, 1), file('한 책_contents.pdf')]);
    expect(pairing.books).toEqual([]);
    expect(pairing.conflicts.map((left) => left.fileId).sort()).toEqual(
      ['한 책_cover.pdf', nfd, '한 책_contents.pdf'].sort(),
    );
  });

  it('does not take the last letter of a name for the role word c', () => {
    expect(short([file('Marc.pdf')])).toEqual([['Marc', null, 'Marc.pdf', 'alone', true]]);
  });
});

describe('rule 2: a folder for each book', () => {
  it('takes the title from the folder and the roles from the names', () => {
    expect(short([file('Lee wedding/cover.pdf', 1), file('Lee wedding/내지.pdf')])).toEqual([
      ['Lee wedding', 'Lee wedding/cover.pdf', 'Lee wedding/내지.pdf', 'folder', false],
    ]);
  });

  it('guesses by page count when no name tells, and says that it guessed', () => {
    expect(short([file('Album/a.pdf', 30), file('Album/b.pdf', 1)])).toEqual([
      ['Album', 'Album/b.pdf', 'Album/a.pdf', 'folder', true],
    ]);
  });

  it('does not guess when both files have many pages', () => {
    expect(pairFiles([file('Album/a.pdf', 30), file('Album/b.pdf', 24)]).books.map((book) => book.rule)).toEqual([
      'alone',
      'alone',
    ]);
  });
});

it('keeps every dropped file in exactly one book or conflict', () => {
  const files = [
    file('A_cover.pdf', 1),
    file('A_contents.pdf'),
    file('B_cover.pdf', 1),
    file('notes.pdf', 3),
    file('d/x.pdf', 1),
  ];
  const pairing = pairFiles(files);
  const placed = [
    ...pairing.books.flatMap((book) => [book.coverFileId, book.contentsFileId]).filter((id) => id !== null),
    ...pairing.conflicts.map((left) => left.fileId),
  ];
  expect(placed.sort()).toEqual(files.map((f) => f.fileId).sort());
});
