import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairFiles } from './pair-files.ts';
import type { FoundFile, PairedBook } from './paired-book.ts';

function file(path: string, pdfPages: number | null = 24): FoundFile {
  const parts = path.split('/');
  return { fileId: path, folder: parts.slice(0, -1), name: parts.at(-1) ?? '', pdfPages };
}

const short = (paths: readonly FoundFile[]) =>
  pairFiles(paths).map((book) => [book.title, book.coverFileId, book.contentsFileId, book.rule, book.guessed]);

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
    const books = pairFiles([file('a/X_cover.pdf', 1), file('b/X_contents.pdf')]);
    expect(books.map((book) => book.rule)).toEqual(['alone', 'alone']);
  });

  it('does not take the last letter of a name for the role word c', () => {
    expect(short([file('Marc.pdf')])).toEqual([['Marc', null, 'Marc.pdf', 'alone', true]]);
  });
});

describe('words behind the role that tell how far a file has come', () => {
  it.each([
    ['강다은_표지.pdf', '강다은_내지_최종.pdf', '강다은'],
    ['강다은_표지_최종.pdf', '강다은_내지.pdf', '강다은'],
    ['강다은_표지_최종수정.pdf', '강다은_내지_진짜최종 (2).pdf', '강다은'],
    ['강다은_표지 수정본.pdf', '강다은 내지최종본.pdf'.normalize('NFD'), '강다은'],
    ['강다은_최종_표지.pdf', '강다은_내지_최종.pdf', '강다은'],
    ['강다은_표지_인쇄용.pdf', '강다은_내지_46p.pdf', '강다은'],
    ['강다은_표지(1).pdf', '강다은_내지 - 복사본.pdf', '강다은'],
    ['Kim_cover_v3.pdf', 'Kim_contents_FINAL.pdf', 'Kim'],
    ['Kim-cover-rev2.pdf', 'Kim contents (1).pdf', 'Kim'],
    ['Kim_final_cover.pdf', 'Kim_contents - Copy.pdf', 'Kim'],
    ['Kim_cover_print.pdf', 'Kim_inner_24p_final.pdf', 'Kim'],
    ['이수정_표지.pdf', '이수정_내지_수정.pdf', '이수정'],
  ])('do not part %s from %s', (cover, contents, title) => {
    const [book] = pairFiles([file(contents), file(cover, 1)]);
    expect(book).toMatchObject({ title, coverFileId: cover, contentsFileId: contents, rule: 'suffix', guessed: false });
  });

  it('are alike in both: the pair goes before one of other states, and two states are two books', () => {
    expect(
      short(['Kim_cover_v1.pdf', 'Kim_contents_v1.pdf', 'Kim_cover_v2.pdf', 'Kim_contents_v2.pdf'].map((n) => file(n))),
    ).toEqual([
      ['Kim v1', 'Kim_cover_v1.pdf', 'Kim_contents_v1.pdf', 'suffix', false],
      ['Kim v2', 'Kim_cover_v2.pdf', 'Kim_contents_v2.pdf', 'suffix', false],
    ]);
    expect(short([file('Kim_cover_final.pdf', 1), file('Kim_contents_final.pdf')])).toEqual([
      ['Kim', 'Kim_cover_final.pdf', 'Kim_contents_final.pdf', 'suffix', false],
    ]);
  });

  it('count the books of a folder whose files are called by their roles alone', () => {
    const numbered = ['표지 (1).pdf', '내지 (1).pdf', '표지 (2).pdf', '내지 (2).pdf'].map((name) =>
      file(`9월/${name}`),
    );
    expect(pairFiles(numbered).map(({ title, rule }) => [title, rule])).toEqual([
      ['9월 (1)', 'suffix'],
      ['9월 (2)', 'suffix'],
    ]);
    const both = ['cover.pdf', 'contents.pdf', 'cover_v2.pdf', 'contents_v2.pdf'].map((name) => file(`Lee/${name}`));
    expect(pairFiles(both).map(({ title, rule }) => [title, rule])).toEqual([
      ['Lee', 'suffix'],
      ['Lee v2', 'suffix'],
    ]);
    expect(short([file('Lee/cover_v2.pdf', 1), file('Lee/contents_v2.pdf')])).toEqual([
      ['Lee', 'Lee/cover_v2.pdf', 'Lee/contents_v2.pdf', 'folder', false],
    ]);
  });

  it('never choose between an older file and a newer one', () => {
    const older = ['김민수_표지.pdf', '김민수_내지.pdf', '김민수_내지_최종.pdf'].map((name) => file(name));
    expect(pairFiles(older).map(({ rule, title }) => [rule, title])).toEqual([
      ['conflict', '김민수'],
      ['conflict', '김민수'],
      ['conflict', '김민수'],
    ]);
    const states = ['김민수_표지.pdf', '김민수_내지_v1.pdf', '김민수_내지_v2.pdf'].map((name) => file(name));
    expect(pairFiles(states).map(({ rule }) => rule)).toEqual(['conflict', 'conflict', 'conflict']);
    const inFolder = ['Lee/cover_v1.pdf', 'Lee/cover_v2.pdf', 'Lee/contents.pdf'].map((name) => file(name));
    expect(pairFiles(inFolder).map(({ rule, reason }) => [rule, reason.params?.['other'] ?? null])).toEqual([
      ['conflict', 'cover_v2.pdf'],
      ['conflict', 'cover_v1.pdf'],
      ['conflict', null],
    ]);
  });

  it.each([
    ['a day, which tells books apart', '김민수_표지_20260503.pdf', '김민수_내지_20260610.pdf'],
    ['a number, which counts books', '김민수_표지_1.pdf', '김민수_내지_2.pdf'],
    ['a draft, which is a book of its own', '김민수 시안1_표지.pdf', '김민수 시안2_내지.pdf'],
    ['a number before the role', 'Kim (1)_cover.pdf', 'Kim (2)_contents.pdf'],
    ['the end of a name', '이_표지.pdf', '이수정_내지.pdf'],
    ['the beginning of a word', 'Kim_cover_finale.pdf', 'Kim_contents_printed matter.pdf'],
  ])('are not %s', (_, cover, contents) => {
    expect(pairFiles([file(cover, 1), file(contents)]).map(({ rule }) => rule)).toEqual(['alone', 'alone']);
  });

  it('stand before or behind the day that both have', () => {
    expect(short([file('김민수_표지_261127.pdf', 1), file('김민수_내지_최종_261127_수정.pdf')])).toEqual([
      ['김민수_261127', '김민수_표지_261127.pdf', '김민수_내지_최종_261127_수정.pdf', 'suffix', false],
    ]);
  });
});

describe('one of two files of a name tells its role', () => {
  it.each([
    ['김민수_표지.pdf', '김민수.pdf', '김민수'],
    ['Kim-cover_v2.pdf', 'Kim_final.pdf', 'Kim'],
  ])('and the other is taken for the other half: %s, %s', (cover, contents, title) => {
    // Others lie there too: it is no folder of one book.
    const others = [file('Lee_cover.pdf', 1), file('Lee_contents.pdf'), file('Park.pdf')];
    const [book] = pairFiles([...others, file(contents), file(cover, 1)]).filter((one) => one.title === title);
    expect(book).toMatchObject({ coverFileId: cover, contentsFileId: contents, guessed: true });
    expect(book?.reason.key).toBe('library.pairing.oneRole');
  });

  it('unless its pages say that it is another one of these', () => {
    const rules = (named: string, pages: number) =>
      pairFiles([file('Lee_cover.pdf', 1), file('Lee_contents.pdf'), file(named), file('Kim.pdf', pages)])
        .filter(({ title }) => title === 'Kim')
        .map(({ rule, guessed }) => [rule, guessed]);
    expect(rules('Kim_contents.pdf', 1)).toEqual([['suffix', true]]);
    expect(rules('Kim_contents.pdf', 24)).toEqual([
      ['alone', false],
      ['alone', true],
    ]);
    expect(rules('Kim_cover.pdf', 1)).toHaveLength(2);
  });

  it('and two do not: which is meant is not chosen', () => {
    const rules = pairFiles(['Kim_cover.pdf', 'Kim.pdf', 'Kim_final.pdf'].map((name) => file(name))).map(
      ({ rule }) => rule,
    );
    expect(rules).toEqual(['alone', 'alone', 'alone']);
  });
});

describe('a role that stands before the name', () => {
  it.each([
    ['표지_김민수.pdf', '내지_김민수.pdf', '김민수'],
    ['[표지] 김민수.pdf', '[내지] 김민수.pdf', '김민수'],
    ['cover_Kim.pdf', 'Kim_contents.pdf', 'Kim'],
    ['Cover - Kim.pdf', '[pages] Kim.pdf', 'Kim'],
    ['표지_김민수_최종.pdf', '내지_김민수.pdf', '김민수'],
  ])('pairs %s with %s', (cover, contents, title) => {
    expect(short([file(contents), file(cover, 1)])).toEqual([[title, cover, contents, 'suffix', false]]);
  });

  it.each([
    'Cover story.pdf',
    'Inside-out.pdf',
    'C_Kim.pdf',
    'Body language.pdf',
    'pages_selected.pdf',
    'inner_product.pdf',
  ])('is not the first word of a title: %s', (name) => {
    expect(pairFiles([file(name)])).toMatchObject([{ rule: 'alone', guessed: true }]);
  });
});

it.each([
  ...[
    '최종',
    '최최최종',
    '수정',
    '2차 수정',
    'v1.1',
    'rev',
    'rev_2',
    'version',
    '46p',
    'copy',
    '(1)',
    '[최종]',
    '261127',
  ],
  ...['cover', '표지', '(cover)', 'c', ' ', '___', '(', ')'],
])('a name of nothing but “%s” is read: were its words parted in every way, that would never end', (word) => {
  const hostile = ['_', '__', ' - ', ''].flatMap((between) => {
    const step = `${between}${word}`;
    const steps = step.repeat(Math.floor(240 / step.length));
    return ['cover', 'Kim_표지', ''].map((start) => `${start}${steps}${between}x.pdf`);
  });
  // What never ends would hold the worker for ever; half a minute is ten thousand times what it takes.
  const read = () => pairFiles(hostile.map((name) => file(name)));
  const books = runInNewContext('read()', { read }, { timeout: 30_000 }) as readonly PairedBook[];
  const placed = books.flatMap((book) => [book.coverFileId, book.contentsFileId]).filter((id) => id !== null);
  expect(placed.sort()).toEqual([...hostile].sort());
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
    expect(pairFiles([file('Album/a.pdf', 30), file('Album/b.pdf', 24)]).map((book) => book.rule)).toEqual([
      'alone',
      'alone',
    ]);
  });
});

describe('rule 2 in a folder of more than two files, and where it stops', () => {
  it('pairs the one cover and the one contents, and leaves the rest over', () => {
    expect(short([file('Lee/cover.pdf', 1), file('Lee/contents.pdf'), file('Lee/invoice.pdf', 2)])).toEqual([
      ['invoice', null, 'Lee/invoice.pdf', 'alone', true],
      ['Lee', 'Lee/cover.pdf', 'Lee/contents.pdf', 'folder', false],
    ]);
  });

  it('takes words beside the role word that name no book, and the name of the folder itself', () => {
    expect(short([file('Lee/front_cover.pdf', 1), file('Lee/inner_pages.pdf')])).toEqual([
      ['Lee', 'Lee/front_cover.pdf', 'Lee/inner_pages.pdf', 'folder', false],
    ]);
    expect(short([file('Lee wedding/Lee_cover.pdf', 1), file('Lee wedding/wedding.pdf')])).toEqual([
      ['Lee wedding', 'Lee wedding/Lee_cover.pdf', 'Lee wedding/wedding.pdf', 'folder', false],
    ]);
  });

  it.each([
    ['September', 'Kim_cover.pdf', 'Lee_contents.pdf'],
    ['Lee wedding', 'Lee_cover.pdf', 'Kim_contents.pdf'],
    ['Wedding albums', 'a_cover.pdf', 'b_contents.pdf'],
  ])('does not make one book of halves of two because only they lie in %s', (folder, cover, contents) => {
    expect(pairFiles([file(`${folder}/${cover}`, 1), file(`${folder}/${contents}`)]).map(({ rule }) => rule)).toEqual([
      'alone',
      'alone',
    ]);
  });
});

it.each([
  ['김민수 & 이서연', '김민수_표지.pdf', '이서연_내지.pdf', true],
  ['이수민 이수정', '이수_표지.pdf', '이수정_내지.pdf', true],
  ['김민수네 앨범', '김민수_표지.pdf', '김민수_내지.pdf', false],
  ['Kim & Lee wedding', 'Kim Lee_cover.pdf', 'contents.pdf', false],
])('halves of two names in a folder that has both are a guess: %s', (folder, cover, contents, isGuessed) => {
  const pairs = pairFiles([file(`${folder}/${cover}`, 1), file(`${folder}/${contents}`)]);
  expect(pairs).toMatchObject([{ coverFileId: `${folder}/${cover}`, guessed: isGuessed }]);
});

describe('rule 3: a folder of covers beside a folder of contents', () => {
  it.each([
    ['cover/Kim.pdf', 'contents/Kim.pdf', 'Kim'],
    ['9월/표지/김민수.pdf', '9월/내지/김민수.pdf'.normalize('NFD'), '김민수'],
    ['Covers by Kim/cover/Lee_cover.pdf', 'Covers by Kim/contents/Lee_contents.pdf', 'Lee'],
  ])('pairs %s with %s', (cover, contents, title) => {
    expect(short([file(contents), file(cover, 1)])).toEqual([[title, cover, contents, 'roleFolders', false]]);
  });

  it('leaves over what has no partner in the other folder, in the role that its folder tells', () => {
    expect(short([file('cover/Kim.pdf', 24), file('contents/Kim.pdf'), file('contents/Lee.pdf', 1)])).toEqual([
      ['Kim', 'cover/Kim.pdf', 'contents/Kim.pdf', 'roleFolders', false],
      ['Lee', null, 'contents/Lee.pdf', 'alone', false],
    ]);
  });

  it('takes a lone folder of that name for the folder of a book', () => {
    expect(short([file('Body/cover.pdf', 1), file('Body/contents.pdf')])).toEqual([
      ['Body', 'Body/cover.pdf', 'Body/contents.pdf', 'folder', false],
    ]);
  });
});

describe('names that collide', () => {
  const reasons = (files: readonly FoundFile[]) =>
    pairFiles(files).map(({ coverFileId, contentsFileId, rule, reason }) => ({
      file: coverFileId ?? contentsFileId,
      rule,
      ...reason.params,
    }));

  it('are a row each, and each says how its name differs from the other', () => {
    const nfc = '한 책_cover.pdf';
    const nfd = nfc.normalize('NFD');
    expect(reasons([file(nfc, 1), file(nfd, 1), file('한 책_contents.pdf')])).toEqual([
      { file: nfc, rule: 'conflict', role: 'cover', other: nfc, more: 0, how: 'composition' },
      { file: nfd, rule: 'conflict', role: 'cover', other: nfc, more: 0, how: 'composition' },
      { file: '한 책_contents.pdf', rule: 'conflict', missing: 'cover', count: 2, names: `${nfc}, ${nfc}` },
    ]);
    expect(reasons([file('Kim_cover.pdf', 1), file('KIM_cover.pdf', 1)])).toMatchObject([
      { rule: 'conflict', other: 'KIM_cover.pdf', how: 'case' },
      { rule: 'conflict', other: 'Kim_cover.pdf', how: 'case' },
    ]);
    expect(reasons([file('Kim_cover.pdf', 1), file('Kim-표지.pdf', 1), file('Kim cov.pdf', 1)])).toMatchObject([
      { other: 'Kim-표지.pdf', more: 1, how: 'name' },
      { other: 'Kim_cover.pdf', more: 1, how: 'name' },
      { other: 'Kim_cover.pdf', more: 1, how: 'name' },
    ]);
  });

  it('collide without a role word too', () => {
    expect(reasons([file('Kim.pdf'), file('KIM.pdf', 1)])).toMatchObject([
      { file: 'Kim.pdf', rule: 'conflict', role: 'file', other: 'KIM.pdf', how: 'case' },
      { file: 'KIM.pdf', rule: 'conflict', role: 'file', other: 'Kim.pdf', how: 'case' },
    ]);
  });

  it('of two folders with one path are told so', () => {
    expect(
      reasons([
        { ...file('Kim/cover.pdf', 1), fileId: 'a' },
        { ...file('Kim/cover.pdf', 1), fileId: 'b' },
      ]),
    ).toMatchObject([{ how: 'folder' }, { how: 'folder' }]);
  });
});

describe('titles', () => {
  it.each([
    ['김민수 [시안2] (최종)_표지.pdf', '김민수 [시안2] (최종)_내지.pdf', '김민수 [시안2] (최종)'],
    ['Kim (2nd)_cover.pdf', 'Kim (2nd)_contents.pdf', 'Kim (2nd)'],
    ['Kim (2nd) (cover).pdf', 'Kim (2nd) [contents].pdf', 'Kim (2nd)'],
    ['Kim (2nd cover).pdf', 'Kim (2nd contents).pdf', 'Kim (2nd)'],
    ['(최종) 김민수 표지.pdf', '(최종) 김민수 내지.pdf', '(최종) 김민수'],
    ['[A] Kim{1}표지.pdf', '[A] Kim{1}내지.pdf', '[A] Kim{1}'],
  ])('keep their brackets: %s', (cover, contents, title) => {
    expect(short([file(cover, 1), file(contents)])).toEqual([[title, cover, contents, 'suffix', false]]);
  });

  it('keep them where a file is alone', () => {
    expect(short([file('(draft) Kim [2].pdf')])).toEqual([
      ['(draft) Kim [2]', null, '(draft) Kim [2].pdf', 'alone', true],
    ]);
  });
});

it('keeps every dropped file in exactly one book, whatever the files are called', () => {
  const name = fc
    .tuple(
      fc.constantFrom('', '표지/', '내지/', 'd/'),
      fc.constantFrom('', 'A', 'a', 'A_최종', 'A (1)', '표지_A', 'notes'),
      fc.constantFrom('', '_cover', '_표지', '_contents', '내지'),
      fc.constantFrom('', '_최종', '_v2', ' (1)', '_261127', '_261127_final'),
    )
    .map((parts) => `${parts.join('')}.pdf`);
  const dropped = fc.uniqueArray(fc.tuple(name, fc.constantFrom(null, 1, 24)), { selector: ([path]) => path });
  fc.assert(
    fc.property(dropped, (paths) => {
      const placed = pairFiles(paths.map(([path, pages]) => file(path, pages))).flatMap((book) => [
        book.coverFileId,
        book.contentsFileId,
      ]);
      expect(placed.filter((id) => id !== null).sort()).toEqual(paths.map(([path]) => path).sort());
    }),
    { numRuns: 1_000 },
  );
});
