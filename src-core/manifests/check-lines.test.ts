import { describe, expect, it, vi } from 'vitest';
import { recipientKey } from '../desk/recipients.ts';
import { lineChecker, type KnownBook } from './check-lines.ts';
import type { Manifest } from './manifest.ts';
import { readManifest } from './read-manifest.ts';

const known = (name: string, folder: readonly string[], more: Partial<KnownBook> = {}): KnownBook => {
  const file = (kind: string) => ({
    fileId: `${kind} ${folder.join('/')} ${name}`,
    name: `${name}${kind}.pdf`,
    folder,
    sha256: `${kind} ${folder.join('/')} ${name}`,
  });
  return {
    bookId: [...folder, name].join('/'),
    importId: 'import',
    title: name === '' ? (folder.at(-1) ?? '') : name,
    specUid: null,
    isSpecGiven: false,
    quantity: 1,
    externalRef: null,
    cover: file('cover'),
    contents: file('contents'),
    isNamedByFolder: name === '',
    isMadeHere: false,
    stage: 'ready',
    bookUid: null,
    isSavedSince: false,
    headline: null,
    isNear: true,
    goesTo: [],
    ...more,
  };
};
const listOf = (...rows: readonly (readonly string[])[]): Manifest => {
  const manifest = readManifest(rows);
  if (manifest === null) throw new Error('no list');
  return manifest;
};
const ADDRESS = ['010-1234-5678', '06236', '서울 강남구 테헤란로 152'];
const against = (books: readonly KnownBook[], atService: ReadonlyMap<string, string> | null = null) => ({
  books,
  specs: [],
  atService,
});

it('a list names files in folders of the same names, as deep as it says them', () => {
  const books = [known('', ['drop', 'a', 'x']), known('', ['drop', 'b', 'x']), known('', ['drop', 'b', 'y'])];
  const manifest = listOf(
    ['key', 'coverFile', 'contentsFile'],
    ['1', 'a/x/cover.pdf', 'A\\X\\contents'],
    ['2', 'x/cover.pdf', 'x/contents.pdf'],
    ['3', 'C:\\elsewhere\\y\\cover.pdf', './y/contents.pdf'],
    ['4', 'b/x/cover.pdf', 'cover.pdf'],
    ['5', 'b/x/cover.pdf', 'b/x/contents.pdf'],
  );
  const { check } = lineChecker(manifest, against(books));
  expect(manifest.books.map(check).map(({ state, bookId, reasons }) => [state, bookId, reasons[0]?.key])).toEqual([
    ['ready', 'drop/a/x/', undefined],
    ['problem', null, 'manifests.reason.severalFiles'],
    ['noFiles', null, 'manifests.reason.noFile'],
    ['problem', null, 'manifests.reason.severalFiles'],
    ['ready', 'drop/b/x/', undefined],
  ]);
});

it('a list whose files are missing takes none of the same name from another folder', () => {
  const head = ['coverFile', 'contentsFile', '받는분', '연락처', '우편번호', '주소'];
  const stand = (books: readonly KnownBook[], ...folders: readonly string[]) => {
    const manifest = listOf(
      head,
      ...folders.map((folder) => [`${folder}cover.pdf`, `${folder}contents.pdf`, `to ${folder}`, ...ADDRESS]),
    );
    const { check } = lineChecker(manifest, against(books));
    return manifest.books.map(check).map(({ state, bookId }) => [state, bookId]);
  };
  const lee = known('', ['drop', 'Lee']);
  expect(stand([lee], 'Kim/', 'Lee/')).toEqual([
    ['noFiles', null],
    ['ready', 'drop/Lee/'],
  ]);
  for (const folder of ['C:\\Albums\\Kim\\', 'drop/Kim/', 'other/Lee/'])
    expect(stand([lee], folder)).toEqual([['noFiles', null]]);
  // Folders of one name in those of two customers.
  for (const folder of ['Kim/album/', '/home/Kim/album/'])
    expect(stand([known('', ['drop', 'Lee', 'album'])], folder)).toEqual([['noFiles', null]]);
  expect(stand([known('', ['Lee', 'album'])], 'Kim/album/')).toEqual([['noFiles', null]]);
  // A path from another computer has other folders above, and the dropped one may have another name there.
  const others = known('', ['other', 'Kim']);
  for (const folder of ['C:\\x\\Lee\\', '\\\\share\\drop\\Lee\\', '/x/y/Lee/', 'y/drop/Lee/', 'lee/'])
    expect(stand([lee, others], folder)).toEqual([['ready', 'drop/Lee/']]);
  for (const folder of ['', './', 'E:\\']) expect(stand([lee], folder)).toEqual([['ready', 'drop/Lee/']]);
  // In a folder of many books each is called by its own name, and the folder has any name elsewhere.
  const flat = [known('Kim_', ['upload']), known('Lee_', ['upload']), known('album_', ['Lee'])];
  for (const folder of ['C:\\orders\\Kim_', '/x/y/Kim_'])
    expect(stand(flat, folder)).toEqual([['ready', 'upload/Kim_']]);
  for (const folder of ['orders/Kim_', 'C:\\Kim\\album_']) expect(stand(flat, folder)).toEqual([['noFiles', null]]);
  const named = known('', ['Albums', 'Lee']);
  expect(stand([lee, named], 'C:\\Albums\\Lee\\')).toEqual([['ready', 'Albums/Lee/']]);
});

describe('a customer’s folder that was dropped alone', () => {
  const lieAt = (folder: readonly string[], above: readonly string[] = []): KnownBook => {
    const { cover, contents, ...book } = known('', folder);
    const placed = (file: KnownBook['cover']) => (file === null ? null : { ...file, above });
    return { ...book, cover: placed(cover), contents: placed(contents) };
  };
  const stand = (book: KnownBook, ...folders: readonly string[]) => {
    const manifest = listOf(
      ['key', 'coverFile', 'contentsFile'],
      ...folders.map((folder) => [folder, `${folder}cover.pdf`, `${folder}contents.pdf`]),
    );
    const { check } = lineChecker(manifest, against([book]));
    return Object.fromEntries(manifest.books.map(check).map(({ key, state, reasons }) => [key, [state, ...reasons]]));
  };
  const noFile = ['noFiles', { key: 'manifests.reason.noFile', params: expect.anything() as unknown }];
  const otherFolder = (said: string, here: string) => [
    'ready',
    { key: 'manifests.reason.otherFolder', params: { said, here } },
  ];

  it.each([
    ['with its album in it', lieAt(['Lee', 'album'])],
    ['as its album by itself', lieAt(['album'], ['jobs', 'Lee'])],
    ['as an album of a year', lieAt(['2026', 'album'], ['jobs', 'Lee'])],
  ])('%s gives nothing to another customer whom the list has beside', (_, book) => {
    const folder = book.cover?.folder.at(0) === '2026' ? '2026\\album\\' : 'album\\';
    const [kim, lee] = [`C:\\x\\Kim\\${folder}`, `C:\\x\\Lee\\${folder}`];
    for (const rows of [
      [kim, lee],
      [lee, kim],
    ])
      expect(stand(book, ...rows)).toEqual({ [kim]: noFile, [lee]: ['ready'] });
  });

  it('is told with its own name where the list has it under another one alone', () => {
    const kim = 'C:\\Kim\\album\\';
    expect(stand(lieAt(['Lee', 'album']), kim)).toEqual({ [kim]: otherFolder('Kim', 'Lee') });
    expect(stand(lieAt(['album'], ['jobs', 'Lee']), kim)).toEqual({ [kim]: otherFolder('Kim', 'Lee') });
    expect(stand(lieAt(['Kim', 'album']), kim)).toEqual({ [kim]: ['ready'] });
  });

  it('is not the one that a list names beside itself', () => {
    expect(stand(lieAt(['album'], ['jobs', 'Lee']), 'Kim/album/')).toEqual({ 'Kim/album/': noFile });
    expect(stand(lieAt(['album'], ['jobs', 'Lee']), 'jobs/Lee/album/')).toEqual({ 'jobs/Lee/album/': ['ready'] });
  });

  it('is found below a folder of several books that the list says beside itself, which is told', () => {
    const rows = ['november/Kim/', 'november/Lee/'];
    const [kim = '', lee = ''] = rows;
    for (const name of ['Kim', 'Lee'])
      expect(stand(lieAt([name], ['home', 'Downloads']), ...rows)).toEqual({
        [kim]: noFile,
        [lee]: noFile,
        [`november/${name}/`]: otherFolder('november', 'Downloads'),
      });
    // Of two customers, each with an album of one name, neither is the other, nor is a third one.
    const albums = ['Kim/album/', 'Kim/more/', 'Lee/album/', 'Lee/more/'];
    for (const above of ['Park', 'Kim']) {
      const of = albums.map((path) => [path, path === `${above}/album/` ? ['ready'] : noFile]);
      expect(stand(lieAt(['album'], ['jobs', above]), ...albums)).toEqual(Object.fromEntries(of));
    }
  });

  it('is nobody’s where many books lie in it: that it is called otherwise elsewhere says nothing', () => {
    const rows = ['C:\\orders\\Kim\\', 'C:\\orders\\Lee\\'];
    expect(stand(lieAt(['drop', 'Lee']), ...rows)).toMatchObject({ [rows[1] ?? '']: ['ready'] });
    // Nor is it where the files are called after their book.
    const flat = known('Kim_', ['upload']);
    const above = ['jobs'];
    const placed = {
      ...flat,
      cover: flat.cover === null ? null : { ...flat.cover, above },
      contents: flat.contents === null ? null : { ...flat.contents, above },
    };
    expect(stand(placed, 'C:\\x\\upload\\Kim_')).toEqual({ 'C:\\x\\upload\\Kim_': ['ready'] });
  });
});

it('a list finds files beside its own folder, and those that it names as a browser does', () => {
  const books = [known('Kim_', ['Orders', 'pdf']), known('Lee_', ['Orders', 'pdf'])];
  const manifest = listOf(
    ['key', 'coverFile', 'contentsFile'],
    ['1', '../pdf/Kim_cover.pdf', '..\\lists\\..\\pdf\\Kim_contents.pdf'],
    ['2', 'file:///C:/jobs/pdf/Lee_cover.pdf', 'file:///jobs/pdf/Lee_contents.pdf'],
    ['3', '../lists/Kim_cover.pdf', '../lists/Kim_contents.pdf'],
  );
  const { check } = lineChecker(manifest, against(books));
  expect(manifest.books.map(check).map(({ state, bookId }) => [state, bookId])).toEqual([
    ['ready', 'Orders/pdf/Kim_'],
    ['ready', 'Orders/pdf/Lee_'],
    ['noFiles', null],
  ]);
});

describe('a row that no book is called by', () => {
  const head = ['key', 'title', 'ref', '수량'];
  const stand = (books: readonly KnownBook[], ...rows: readonly (readonly string[])[]) => {
    const manifest = listOf(head, ...rows);
    const { check } = lineChecker(manifest, against(books));
    return Object.fromEntries(manifest.books.map(check).map(({ key, state, bookId }) => [key, [state, bookId]]));
  };
  const kim = known('Kim', [], { externalRef: 'R1' });

  it.each([
    ['reference', ['Zoo', '', 'R1', '3'], ['Kim', '', 'R1', '1']],
    ['title', ['Zoo', 'Kim', '', '3'], ['Kim', 'Kim', '', '1']],
    ['reference of an order', ['Zoo', '', 'R1', '3'], ['Kim', '', '', '1']],
  ])('takes none by its %s that another row is called by, whichever comes first', (_, zoo, other) => {
    for (const rows of [
      [zoo, other],
      [other, zoo],
    ])
      expect(stand([kim], ...rows)).toEqual({ Zoo: ['noFiles', null], Kim: ['ready', 'Kim'] });
  });

  it('takes none by a reference that several rows share: it is that of a customer’s whole order', () => {
    expect(stand([kim], ['Zoo', '', 'R1', '3'], ['Max', '', 'R1', '1'])).toEqual({
      Zoo: ['noFiles', null],
      Max: ['noFiles', null],
    });
  });

  it('takes the one of its reference, or of its title, that no row is called by', () => {
    const lee = known('Lee', [], { title: '이가네' });
    expect(stand([kim, lee], ['1', '', 'R1', '3'], ['2', '이가네', 'R2', '1'])).toEqual({
      1: ['ready', 'Kim'],
      2: ['ready', 'Lee'],
    });
  });
});

describe('a list that tells no copies', () => {
  const [kim, lee] = ['김', '이'].map((name) => [name, ...ADDRESS]);
  const to = (
    quantity: number,
    [recipientName = '', recipientPhone = '', postalCode = '', address1 = '']: string[] = [],
  ) => ({
    addressKey: recipientKey({ recipientName, recipientPhone, postalCode, address1 }),
    quantity,
  });
  const stand = (book: KnownBook, ...recipients: readonly (readonly string[] | undefined)[]) => {
    const manifest = listOf(
      ['key', '받는분', '연락처', '우편번호', '주소'],
      ...recipients.map((recipient) => ['K', ...(recipient ?? [])]),
    );
    const [line] = manifest.books.map(lineChecker(manifest, against([book])).check);
    const copies = line?.manifestBook?.recipients.map(({ quantity }) => quantity);
    return line?.state === 'problem' ? line.reasons.map(({ key }) => key) : [line?.changes, copies];
  };
  const bookOf = (quantity: number, ...goesTo: KnownBook['goesTo']) => known('K', [], { quantity, goesTo });

  it('leaves those of a book as they are, whomever it goes to', () => {
    expect(stand(bookOf(3), kim)).toEqual([['recipients'], [3]]);
    expect(stand(bookOf(3, to(3, lee)), kim)).toEqual([['recipients'], [3]]);
    expect(stand(bookOf(3, to(3, kim)), kim)).toEqual([[], [3]]);
    expect(stand(bookOf(3, to(1, kim), to(2, lee)), lee, kim)).toEqual([[], [2, 1]]);
  });

  it('gives one to each recipient of a book that nobody has said a number of', () => {
    expect(stand(bookOf(1), kim, lee)).toEqual([['recipients'], [1, 1]]);
    expect(stand(bookOf(1, to(1, kim)), kim, lee)).toEqual([['recipients'], [1, 1]]);
    expect(stand(bookOf(2, to(1, kim), to(1, lee)), lee)).toEqual([['recipients'], [1]]);
  });

  it('is asked about where nobody can tell who gets how many', () => {
    const unsaid = ['manifests.reason.copiesUnsaid'];
    expect(stand(bookOf(3), kim, lee)).toEqual(unsaid);
    expect(stand(bookOf(3, to(1, kim), to(2, lee)), lee)).toEqual(unsaid);
    expect(stand(bookOf(300), kim)).toEqual(unsaid);
  });
});

it('a list that tells other copies of a book that goes to several, and not who gets them, is asked about', () => {
  const manifest = listOf(['key', '수량'], ['one', '9'], ['same', '3'], ['other', '9'], ['fewer', '2']);
  const to = (addressKey: string, quantity: number) => ({ addressKey, quantity });
  const several = { quantity: 3, goesTo: [to('a', 1), to('b', 2)] };
  const books = [
    known('one', [], { quantity: 3, goesTo: [to('a', 3)] }),
    ...['same', 'other', 'fewer'].map((name) => known(name, [], several)),
  ];
  const copiesElse = (title: string, copies: number) => ({
    key: 'manifests.reason.copiesElse',
    params: { title, copies, people: 2, own: 3 },
  });
  const { check } = lineChecker(manifest, against(books));
  expect(manifest.books.map(check).map(({ state, changes, reasons }) => [state, changes, ...reasons])).toEqual([
    ['ready', ['quantity']],
    ['ready', []],
    ['problem', [], copiesElse('other', 9)],
    ['problem', [], copiesElse('fewer', 2)],
  ]);
});

it('a book that was sent under a reference of somebody else’s is uploaded; one that was not is asked about', () => {
  const list = listOf(['key', 'ref'], ['sent', 'R'], ['other', 'R']);
  const sent = known('sent', [], { stage: 'uploaded', bookUid: 'own', externalRef: 'R' });
  const { check } = lineChecker(list, against([sent, known('other', [])], new Map([['R', 'theirs']])));
  expect(list.books.map((book) => check(book).state)).toEqual(['uploaded', 'atService']);
});

it('ten thousand folders that each hold a cover.pdf cost about what ten thousand names cost', () => {
  const numbers = Array.from({ length: 10_000 }, (_, at) => `A${at}`);
  const spent = (books: readonly KnownBook[], manifest: Manifest): number => {
    const before = process.cpuUsage();
    const { check } = lineChecker(manifest, against(books));
    expect(manifest.books.every((book) => check(book).state === 'ready')).toBe(true);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const list = (separator: string) =>
    listOf(
      ['key', 'coverFile', 'contentsFile'],
      ...numbers.map((name) => [name, `${name}${separator}cover.pdf`, `${name}${separator}contents.pdf`]),
    );
  const byName = () =>
    spent(
      numbers.map((name) => known(`${name}_`, ['drop'])),
      list('_'),
    );
  const byFolder = () =>
    spent(
      numbers.map((name) => known('', ['drop', name])),
      list('/'),
    );
  const least = (of: () => number) => Math.min(of(), of());
  least(byName);
  expect(least(byFolder)).toBeLessThan(5 * least(byName));
});

it('a book taken apart is found by the name of its one file, as either half and as both', () => {
  const half = (fileId: string) => ({ fileId, name: 'Kim.pdf', folder: ['drop'], sha256: fileId });
  const kim = known('Kim', ['drop'], { cover: half('front'), contents: half('inner') });
  const manifest = listOf(
    ['key', 'coverFile', 'contentsFile'],
    ['both', 'drop/Kim.pdf', 'drop/Kim.pdf'],
    ['one', '', 'Kim.pdf'],
  );
  const lines = manifest.books.map((book) => lineChecker(manifest, against([kim])).check(book));
  expect(lines.map(({ state, bookId, changes }) => [state, bookId, changes])).toEqual([
    ['ready', 'drop/Kim', []],
    ['ready', 'drop/Kim', []],
  ]);
  // Of two books it is still not said which is meant.
  const { check } = lineChecker(manifest, against([kim, { ...kim, bookId: 'other' }]));
  expect(manifest.books.map((book) => check(book).reasons[0]?.key)).toEqual([
    'manifests.reason.severalFiles',
    'manifests.reason.severalFiles',
  ]);
});

/** Folders that are compared and files that are looked at; throws when these are more than `most`, where it would take minutes. */
function counted<T>(most: number, work: () => T): T {
  const { at } = Array.prototype;
  const { get } = Map.prototype;
  let count = 0;
  const step = () => {
    count += 1;
    if (count > most) throw new Error(`more than ${most} steps`);
  };
  const spies = [
    vi.spyOn(Array.prototype, 'at').mockImplementation(function (this: unknown[], index: number) {
      step();
      return at.call(this, index) as unknown;
    }),
    vi.spyOn(Map.prototype, 'get').mockImplementation(function (this: Map<unknown, unknown>, key: unknown) {
      step();
      return get.call(this, key) as unknown;
    }),
  ];
  try {
    return work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('a list of twenty thousand books costs so much for each', () => {
  const BOOKS = 20_000;
  const folders = Array.from({ length: BOOKS }, (_, at) => `K${at}`);
  const listIn = (folderOf: (name: string) => string) =>
    listOf(
      ['key', 'coverFile', 'contentsFile'],
      ...folders.map((name) => [name, `${folderOf(name)}cover.pdf`, `${folderOf(name)}contents.pdf`]),
    );

  it.each([
    ['each customer’s folder has one of the same name', 'ready', (name: string) => `${name}/pdf/`],
    ['the list has whole paths of other folders', 'noFiles', (name: string) => `C:\\x\\N${name}\\`],
    ['whole paths end in a folder that all have', 'problem', (name: string) => `C:\\x\\N${name}\\pdf\\`],
    ['the list tells bare names that all have', 'problem', () => ''],
  ])('where %s', (_, state, folderOf) => {
    const books = folders.map((name) => known('', state === 'ready' ? ['drop', name, 'pdf'] : [name, 'pdf']));
    let looks = 0;
    for (const book of books)
      Object.defineProperty(book, 'isNear', {
        get: () => {
          looks += 1;
          return true;
        },
      });
    const manifest = listIn(folderOf);
    const states = counted(60 * BOOKS, () => {
      const { check } = lineChecker(manifest, against(books));
      return manifest.books.map((book) => check(book).state);
    });
    expect(new Set(states)).toEqual(new Set([state]));
    expect(looks).toBeLessThan(5 * BOOKS);
  });
});

/** Letters of all that is looked up and kept meanwhile: a look-up reads its key to the end. */
function lettersOf(work: () => void): number {
  const { get, set } = Map.prototype;
  let letters = 0;
  const read = (key: unknown) => {
    if (typeof key === 'string') letters += key.length;
  };
  const spies = [
    vi.spyOn(Map.prototype, 'get').mockImplementation(function (this: Map<unknown, unknown>, key: unknown) {
      read(key);
      return get.call(this, key) as unknown;
    }),
    vi.spyOn(Map.prototype, 'set').mockImplementation(function (this: Map<unknown, unknown>, key, value) {
      read(key);
      return set.call(this, key, value);
    }),
  ];
  try {
    work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return letters;
}

it.each([
  ['as deep as they may be', 5, 2_000],
  ['longer than they may be', 1, 20_000],
  ['from a root of another computer', 5, 2_000, 'C:/'],
])('paths that are %s cost as much as they have letters', (_, rows, depth, root = '') => {
  const paths = Array.from({ length: rows }, (_row, at) => `${root}r${at}/${'a/'.repeat(depth)}`);
  const manifest = listOf(
    ['key', 'coverFile', 'contentsFile'],
    ...paths.map((path, at) => [`k${at}`, `${path}b/cover.pdf`, `${path}b/contents.pdf`]),
  );
  const books = [known('', ['drop', 'a', 'b']), known('', ['drop', 'x'])];
  const { check } = lineChecker(manifest, against(books));
  const letters = lettersOf(() => manifest.books.forEach((book) => void check(book)));
  expect(letters).toBeLessThan(2 * paths.join('').length);
});

it('a path that goes through more folders than any file lies in finds its file by its end, and by all that was dropped', () => {
  const manifest = listOf(
    ['key', 'coverFile', 'contentsFile'],
    ['1', 'D:/orders/2026/drop/a/x/cover.pdf', '/Users/Kim/drop/a/x/contents.pdf'],
    ['2', 'D:/orders/2026/b/x/cover.pdf', '/Users/Kim/b/x/contents.pdf'],
    ['3', 'lists/of/2026/b/x/cover.pdf', 'lists/of/2026/b/x/contents.pdf'],
  );
  const { check } = lineChecker(manifest, against([known('', ['drop', 'a', 'x']), known('', ['drop', 'b', 'x'])]));
  expect(manifest.books.map(check).map(({ state, bookId }) => [state, bookId])).toEqual([
    ['ready', 'drop/a/x/'],
    ['ready', 'drop/b/x/'],
    ['noFiles', null],
  ]);
  const ofKim = listOf(['key', 'coverFile', 'contentsFile'], ['1', 'Kim/cover.pdf', 'Kim/contents.pdf']);
  const alone = lineChecker(ofKim, against([known('', [])]));
  expect(ofKim.books.map(alone.check).map(({ state }) => state)).toEqual(['noFiles']);
});
