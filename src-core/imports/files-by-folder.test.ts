import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FilesByFolder } from './files-by-folder.ts';
import { BUILT_IN_NAMES } from './name-reader.ts';
import { pairByNames, pairFiles } from './pair-files.ts';
import type { FoundFile, PairedBook } from './paired-book.ts';

interface Folder {
  readonly name: string;
  readonly files: readonly (readonly [name: string, pdfPages: number | null])[];
  readonly folders: readonly Folder[];
}

/** Names that pair, collide, look alike, are roles, or say nothing. */
const folderNames = ['cover', 'Cover', '표지', 'contents', '내지', 'Kim', 'KIM', 'Lee wedding'];
const fileNames = [
  'cover',
  'Kim_cover',
  'KIM-표지',
  'Kim_contents',
  'Kim_contents_v2',
  'contents',
  '내지',
  'Kim',
  'kim',
  'Lee',
  'x',
  'y',
];
const file = fc.tuple(fc.constantFrom(...fileNames), fc.constantFrom(null, 1, 24));
const folder = fc.letrec<{ folder: Folder }>((tie) => ({
  folder: fc.record({
    name: fc.constantFrom(...folderNames),
    files: fc.uniqueArray(file, { maxLength: 4, selector: ([name]) => name }),
    folders: fc.oneof(
      { maxDepth: 3 },
      fc.constant([]),
      fc.uniqueArray(tie('folder'), { maxLength: 4, selector: ({ name }) => name }),
    ),
  }),
})).folder;
const drops = fc.array(folder, { minLength: 1, maxLength: 3 });

/** Walks as the importer does, and answers what was given out on the way, then at the end. */
function walked(roots: readonly Folder[]) {
  const gathered = new FilesByFolder<FoundFile>(roots.map(({ name }) => name));
  const all: FoundFile[] = [];
  const given: (readonly FoundFile[])[] = [];
  const walk = ({ name, files, folders }: Folder, above: readonly string[]): void => {
    const here = [...above, name];
    gathered.listed(
      here,
      folders.map((inside) => inside.name),
    );
    for (const [fileName, pdfPages] of files) {
      const found = { fileId: `${all.length}`, folder: here, name: `${fileName}.pdf`, pdfPages };
      all.push(found);
      gathered.add(found);
    }
    for (const inside of folders) walk(inside, here);
    given.push(gathered.left(here));
  };
  for (const root of roots) walk(root, []);
  const onTheWay = given.filter(({ length }) => length > 0).length;
  given.push(...gathered.rest());
  return { all, given, onTheWay };
}

const sorted = (books: readonly PairedBook[]) =>
  books
    .map((book) => JSON.stringify([book.coverFileId, book.contentsFileId, book.rule, book.title, book.reason]))
    .sort();

describe('files that are given out while folders are walked', () => {
  it('are paired as they are when all are known', () => {
    fc.assert(
      fc.property(drops, (roots) => {
        const { all, given } = walked(roots);
        expect(sorted(given.flatMap((files) => pairFiles(files)))).toEqual(sorted(pairFiles(all)));
      }),
      { numRuns: 400 },
    );
  });

  it('are given out when their folder was left, not at the end', () => {
    const books = Array.from({ length: 3 }, (_, at) => ({
      name: `Album ${at}`,
      files: [['cover', 1] as const, ['contents', 24] as const],
      folders: [],
    }));
    const { given, onTheWay } = walked([{ name: 'September', files: [['Kim', 1]], folders: books }]);
    expect(onTheWay).toBe(4);
    expect(given.map((files) => files.length)).toEqual([2, 2, 2, 1]);
  });

  it('wait for the folder above those that are called by a role, and for the end where two look alike', () => {
    const halves = (name: string): Folder => ({ name, files: [['Kim', 1]], folders: [] });
    const parallel = walked([{ name: 'September', files: [], folders: [halves('cover'), halves('contents')] }]);
    expect(parallel.given.map((files) => files.length)).toEqual([0, 0, 2]);
    const alike = walked([{ name: 'September', files: [], folders: [halves('Kim'), halves('KIM')] }]);
    expect(alike.onTheWay).toBe(0);
    expect(alike.given.at(-1)).toHaveLength(2);
  });
});

describe('what names leave open', () => {
  it('is what page counts decide, and nothing else', () => {
    fc.assert(
      fc.property(drops, fc.infiniteStream(fc.constantFrom(null, 1, 30)), (roots, others) => {
        const { all } = walked(roots);
        const { books, open } = pairByNames(all.map((one) => BUILT_IN_NAMES.read(one)));
        const read = all.map((one) => ({ ...one, pdfPages: others.next().value ?? null }));
        const pages = new Map(read.map(({ fileId, pdfPages }) => [fileId, pdfPages]));
        const decided = open.flatMap(({ decide }) => decide((fileId) => pages.get(fileId) ?? null));
        expect(sorted([...books, ...decided])).toEqual(sorted(pairFiles(read)));
        const openIds = open.flatMap(({ fileIds }) => fileIds);
        const placed = decided.flatMap(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]);
        expect(placed.filter((id) => id !== null).sort()).toEqual([...openIds].sort());
        expect(books.some(({ guessed }) => guessed)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
