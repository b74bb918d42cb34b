import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { NameReader } from './name-reader.ts';
import { saidByName } from './name-tokens.ts';
import { BUILT_IN_RULES, namingRulesSchema, type NamingRules } from './naming-rules.ts';
import { pairFiles } from './pair-files.ts';
import type { FoundFile } from './paired-book.ts';

const reader = (own: Partial<NamingRules>) => new NameReader(namingRulesSchema.parse({ ...BUILT_IN_RULES, ...own }));
function file(path: string, pdfPages: number | null = 24): FoundFile {
  const parts = path.split('/');
  return { fileId: path, folder: parts.slice(0, -1), name: parts.at(-1) ?? '', pdfPages };
}
const books = (paths: readonly string[], names: NameReader) =>
  pairFiles(
    paths.map((path) => file(path)),
    names,
  );
const short = (paths: readonly string[], names: NameReader) =>
  books(paths, names).map(({ title, coverFileId, contentsFileId, rule }) => [title, coverFileId, contentsFileId, rule]);

/** What a studio has whose files come from everywhere. */
const STUDIO = reader({
  cover: ['커버', 'JKT', 'jacket', '겉표지', 'Umschlag', 'обложка', '封面'],
  contents: ['속지', '블록', 'book block', 'BLK', 'text', 'Innenteil', 'блок', '内文'],
  states: ['초안', 'draft', '인쇄 OK'],
});

describe('own words for a role', () => {
  it.each([
    ['커버_001.pdf', '속지_001.pdf', '001'],
    ['001_커버.pdf', '001_블록.pdf', '001'],
    ['JKT-1234.pdf', 'BLK-1234.pdf', '1234'],
    ['JKT - 1234.pdf', 'BLK_1234.pdf', '1234'],
    ['0012_jacket.pdf', '0012_book block.pdf', '0012'],
    ['0012_JACKET.PDF', '0012_book_block.pdf', '0012'],
    ['0012 jacket (1).pdf', '0012-Book-Block_v2.pdf', '0012'],
    ['김민수커버.pdf', '김민수속지.pdf', '김민수'],
    ['김민수_커버.pdf'.normalize('NFD'), '김민수_내지.pdf', '김민수'],
    ['김민수_겉표지.pdf', '김민수 블록_최종.pdf'.normalize('NFD'), '김민수'],
    ['[커버] 돌잔치.pdf', '[속지] 돌잔치.pdf', '돌잔치'],
    ['Müller_Umschlag.pdf'.normalize('NFD'), 'Müller_Innenteil.pdf', 'Müller'],
    ['Иванов_обложка.pdf', 'Иванов_блок.pdf', 'Иванов'],
    ['山田封面.pdf', '山田内文.pdf', '山田'],
    ['Kim (jacket).pdf', 'Kim [text].pdf', 'Kim'],
    ['2026.05.03.jkt.pdf', '2026.05.03.blk.pdf', '2026.05.03'],
  ])('pair %s with %s', (cover, contents, title) => {
    const [book, ...more] = books([contents, cover], STUDIO);
    expect(more).toEqual([]);
    expect(book).toMatchObject({ title, coverFileId: cover, contentsFileId: contents, guessed: false });
    expect(book?.reason.key).toBe('library.pairing.own');
  });

  it('stand in the reason, beside the rule that paired by them', () => {
    expect(books(['0012_jacket.pdf', '0012_내지.pdf'], STUDIO)[0]?.reason).toEqual({
      key: 'library.pairing.own',
      params: {
        ...{ rule: 'suffix', stem: '0012', cover: '0012_jacket.pdf', contents: '0012_내지.pdf' },
        ...{ by: 'words', patterns: '', words: 'jacket' },
      },
    });
    expect(books(['Kim/jacket.pdf', 'Kim/book block.pdf'], STUDIO)[0]).toMatchObject({
      title: 'Kim',
      rule: 'folder',
      reason: { key: 'library.pairing.folderOwn', params: { by: 'words', words: 'jacket, book block' } },
    });
    expect(books(['Kim_cover.pdf', 'Kim_내지.pdf'], STUDIO)[0]?.reason.key).toBe('library.pairing.suffix');
  });

  it('name folders of covers and of contents too', () => {
    expect(short(['커버/김민수.pdf', 'book_block/김민수.pdf'], STUDIO)).toEqual([
      ['김민수', '커버/김민수.pdf', 'book_block/김민수.pdf', 'roleFolders'],
    ]);
  });

  it.each(['Jacket potatoes.pdf', 'Blocktext.pdf', 'Context.pdf', 'Marjkt.pdf', 'text message.pdf'])(
    'are not found in %s',
    (name) => expect(short([name], STUDIO)).toEqual([[name.slice(0, -4), null, name, 'alone']]),
  );

  it('are told from states: what is both stands for neither, and own states part nothing', () => {
    const [book] = books(['Kim_jacket_초안2.pdf', 'Kim_book block_draft 3.pdf'], STUDIO);
    expect(book).toMatchObject({ title: 'Kim', rule: 'suffix' });
    expect(book?.reason.params).toMatchObject({ rule: 'states', words: 'jacket, 초안, book block, draft' });
    expect(short(['Kim_draft_cover.pdf', 'Kim_contents_인쇄_ok.pdf'], STUDIO)).toEqual([
      ['Kim', 'Kim_draft_cover.pdf', 'Kim_contents_인쇄_ok.pdf', 'suffix'],
    ]);
    expect(short(['Overdraft_cover.pdf', 'Over_contents.pdf'], STUDIO)).toHaveLength(2);
  });

  it('never choose between files that collide', () => {
    const nfc = '한 책_커버.pdf';
    expect(short([nfc, nfc.normalize('NFD'), '한 책_속지.pdf'], STUDIO).map(([, , , rule]) => rule)).toEqual([
      'conflict',
      'conflict',
      'conflict',
    ]);
    expect(short(['1_jacket.pdf', '1_cover.pdf', '1_text.pdf'], STUDIO).map(([, , , rule]) => rule)).toEqual([
      'conflict',
      'conflict',
      'conflict',
    ]);
  });

  it('leave a built-in word that is switched off to the title', () => {
    const names = reader({ without: ['c', '표지'] });
    expect(short(['Kim_c.pdf', 'Kim_contents.pdf'], names)).toHaveLength(2);
    expect(short(['김민수_표지.pdf', '김민수_Ç¥Áö.pdf'], names).map(([title]) => title)).toEqual([
      '김민수_Ç¥Áö',
      '김민수_표지',
    ]);
    expect(short(['Kim_cover.pdf', 'Kim_contents.pdf'], names)).toHaveLength(1);
  });
});

describe('own patterns', () => {
  const names = reader({
    cover: ['jkt', '커버'],
    contents: ['blk', '속지'],
    patterns: ['{qty}x_{title}_{role}', '{any}#{title}#{role}', '{role}{qty}부-{title}', '{spec}={title}={role}'],
  });
  const said = (paths: readonly string[], own = names) => {
    const [book, ...more] = books(paths, own);
    if (book === undefined || more.length > 0) throw new Error('not one book');
    return { book, said: saidByName(book, shippedSpecs, own.rules) };
  };

  it.each([
    ['3x_Kim_cover.pdf', '3x_Kim_contents.pdf', 'Kim'],
    ['3X_Kim & Lee_jkt_final (2).pdf', '3x_Kim & Lee_blk.pdf', 'Kim & Lee'],
    ['order-77#김민수#커버.pdf'.normalize('NFD'), 'x#김민수#속지.pdf', '김민수'],
    ['표지2부-김민수.pdf', '내지2부-김민수.pdf', '김민수'],
    ['a#b#Kim#cover.pdf', 'a#b#Kim#contents.pdf', 'b#Kim'],
  ])('read %s with %s', (cover, contents, title) => {
    const { book } = said([contents, cover]);
    expect(book).toMatchObject({ title, coverFileId: cover, contentsFileId: contents, rule: 'suffix' });
    expect(book.reason).toMatchObject({
      key: 'library.pairing.own',
      params: { by: expect.stringMatching(/pattern|both/) as string },
    });
  });

  it('go before the built-in words, the first that fits first, and say which it was', () => {
    const both = reader({ patterns: ['{title}-{any}_{role}', '{any}-{title}_{role}'] });
    expect(books(['A-B_cover.pdf', 'A-B_contents.pdf'], both)[0]).toMatchObject({
      title: 'A',
      reason: { params: { by: 'patterns', patterns: '{title}-{any}_{role}' } },
    });
    expect(books(['A-B_cover.pdf', 'A-B_contents.pdf'], reader({}))[0]).toMatchObject({ title: 'A-B' });
  });

  it('take copies and spec, which the reason tells', () => {
    expect(said(['3x_Kim_cover.pdf', '3x_Kim_contents.pdf']).said).toMatchObject({
      title: 'Kim',
      quantity: 3,
      specUid: null,
      reason: { key: 'library.pairing.tokensOwn', params: { said: 'copies', patterns: '{qty}x_{title}_{role}' } },
    });
    expect(said(['SQ_LAYFLAT=Kim=cover.pdf', 'SQ_LAYFLAT=Kim=contents.pdf']).said).toMatchObject({
      specUid: 'SQUAREBOOK_LAYFLAT_HC',
      quantity: null,
    });
  });

  it('take what one file alone tells, or both in other letters', () => {
    expect(said(['2x_Kim_cover.pdf', 'Kim_contents.pdf']).said).toMatchObject({ quantity: 2 });
    expect(said(['2x_Kim_cover.pdf', '02x_Kim_contents.pdf']).said).toMatchObject({ quantity: 2 });
    expect(said(['sq_hc=Kim=cover.pdf', 'SQ_HC=Kim=contents.pdf']).said).toMatchObject({ specUid: 'SQUAREBOOK_HC' });
    expect(said(['SQ_HC=Kim=cover.pdf', '3x_Kim_contents.pdf']).said).toMatchObject({
      ...{ specUid: 'SQUAREBOOK_HC', quantity: 3 },
    });
  });

  it.each([
    ['SQ_HC=Kim=cover.pdf', 'SQ_SC=Kim=contents.pdf', { what: 'spec', own: 'SQ_HC', theirs: 'SQ_SC' }],
    ['2x_Kim_cover.pdf', '5x_Kim_contents.pdf', { what: 'copies', own: '2', theirs: '5' }],
  ])('make no book of files that contradict each other, and say of what: %s, %s', (cover, contents, params) => {
    const halves = [
      { title: 'Kim', coverFileId: cover, contentsFileId: null, rule: 'conflict', guessed: false },
      { title: 'Kim', coverFileId: null, contentsFileId: contents, rule: 'conflict', guessed: false },
    ];
    expect(books([cover, contents], names)).toMatchObject(halves);
    expect(books([cover, contents], names).map(({ reason }) => reason)).toEqual([
      { key: 'library.conflict.said', params: { ...params, other: contents } },
      { key: 'library.conflict.said', params: { ...params, own: params.theirs, theirs: params.own, other: cover } },
    ]);
  });

  it('are told from each other by what they contradict in, whichever rules are used and in folders too', () => {
    const rulesOf = (own: Partial<NamingRules>, ...of: string[]) =>
      short(of, reader({ ...names.rules, ...own })).map(([, , , rule]) => rule);
    const pair = ['Kim/SQ_HC=Kim=cover.pdf', 'Kim/SQ_SC=Kim=contents.pdf'];
    expect(rulesOf({ order: ['folder', 'suffix', 'roleFolders'] }, ...pair)).toEqual(['conflict', 'conflict']);
    expect(rulesOf({ off: ['suffix'] }, ...pair)).toEqual(['conflict', 'conflict']);
    expect(rulesOf({}, 'Kim Lee/2x_Kim_cover.pdf', 'Kim Lee/5x_Lee_contents.pdf')).toEqual(['alone', 'alone']);
    expect(rulesOf({}, 'cover/2x_Kim_cover.pdf', 'contents/5x_Kim_contents.pdf')).toEqual(['conflict', 'conflict']);
  });

  it('tell books of one title by what they say of them', () => {
    const pairs = ['SQ_HC=Kim=cover.pdf', 'SQ_HC=Kim=contents.pdf', 'A4=Kim=cover.pdf', 'A4=Kim=contents.pdf'];
    expect(short(pairs, names)).toHaveLength(2);
  });

  it('make names collide that they call alike', () => {
    const rules = short(['a#Kim#cover.pdf', 'b#Kim#cover.pdf', 'a#Kim#contents.pdf'], names).map(
      ([, , , rule]) => rule,
    );
    expect(rules).toEqual(['conflict', 'conflict', 'conflict']);
  });

  it('take a role only where a word of it stands', () => {
    const glued = reader({ patterns: ['{role}{title}', '{title}{role}'] });
    expect(short(['Marc.pdf', 'Coverage.pdf'], glued).map(([title]) => title)).toEqual(['Coverage', 'Marc']);
    expect(short(['표지김민수.pdf', '김민수내지.pdf'], glued)).toHaveLength(1);
  });

  it('read no name for ever, however it is written', () => {
    const any = reader({
      patterns: [
        '{any}-{any}-{any}-{title}-{any}-{qty}-{any}-{role}',
        '{any}{role}-{any}-{title}-{spec}-{qty}',
        '{title}-{any}{role}{any}-x',
      ],
    });
    const hostile = ['-', '-1', '1-', 'a-', 'cover-', '표지', '-표지', 'c', 'final-', '(1)'].flatMap((step) =>
      ['', 'x', '-cover', '-!'].map((end) => `${step.repeat(Math.floor((250 - end.length) / step.length))}${end}.pdf`),
    );
    const before = process.cpuUsage();
    for (const name of hostile) any.partsOf(name);
    const { user } = process.cpuUsage(before);
    // Some milliseconds each; a pattern that tried each way of cutting them would not end.
    expect(user / 1_000 / hostile.length).toBeLessThan(100);
  });
});

describe('the order of rules', () => {
  const paths = ['Lee wedding/Kim_cover.pdf', 'Lee wedding/Kim_contents.pdf'];

  it('says whether the name or the folder calls a book', () => {
    expect(short(paths, reader({}))).toMatchObject([['Kim', paths[0], paths[1], 'suffix']]);
    const byFolder = reader({ order: ['folder', 'suffix', 'roleFolders'] });
    expect(short(paths, byFolder)).toMatchObject([['Lee wedding', paths[0], paths[1], 'folder']]);
  });

  it('says whether files of a folder by role belong to each other or to those beside it', () => {
    const own = ['cover/Kim_cover.pdf', 'cover/Kim_contents.pdf', 'contents/Lee.pdf', 'cover/Lee.pdf'];
    const suffixFirst = reader({ order: ['suffix', 'roleFolders', 'folder'] });
    expect(short(own, suffixFirst)).toEqual([
      ['Kim', own[0], own[1], 'suffix'],
      ['Lee', own[3], own[2], 'roleFolders'],
    ]);
    expect(short(own, reader({}))).toHaveLength(3);
  });

  it('leaves out what is switched off', () => {
    const off = (rule: NamingRules['off'][number], ...of: string[]) =>
      short(of, reader({ off: [rule] })).map(([, , , how]) => how);
    expect(off('suffix', 'd/Kim_cover.pdf', 'd/Kim_contents.pdf', 'd/x.pdf')).toEqual(['alone', 'alone', 'alone']);
    expect(off('suffix', ...paths)).toEqual(['folder']);
    expect(off('suffix', 'd/Kim_cover_v2.pdf', 'd/Kim_contents.pdf', 'd/x.pdf')).toEqual(['alone', 'alone', 'alone']);
    expect(off('folder', 'Kim/cover.pdf', 'Kim/contents.pdf')).toEqual(['alone', 'alone']);
    expect(off('roleFolders', 'cover/Kim.pdf', 'contents/Kim.pdf')).toEqual(['alone', 'alone']);
    expect(off('oneRole', 'Kim_cover.pdf', 'Kim.pdf', 'x.pdf')).toEqual(['alone', 'alone', 'alone']);
    const pages = [file('A/a.pdf', 1), file('A/b.pdf', 24)];
    expect(pairFiles(pages, reader({ off: ['pages'] })).map(({ rule }) => rule)).toEqual(['alone', 'alone']);
    const names = reader({ off: ['tokens'] });
    const [book] = books(['Kim__2_cover.pdf', 'Kim__2_contents.pdf'], names);
    expect(book && saidByName(book, shippedSpecs, names.rules)).toBeNull();
  });

  it('never makes a choice of names that collide, whichever rules are used', () => {
    const twice = ['A/Kim.pdf', 'A/KIM.pdf'];
    for (const off of [['suffix'], ['suffix', 'folder'], ['roleFolders', 'suffix']] as NamingRules['off'][])
      expect(
        pairFiles([file('A/Kim.pdf', 1), file('A/KIM.pdf')], reader({ off })).map(({ rule }) => rule),
        `${off}`,
      ).toEqual(['conflict', 'conflict']);
    expect(short(twice, reader({ order: ['folder', 'suffix', 'roleFolders'] })).map(([, , , rule]) => rule)).toEqual([
      'conflict',
      'conflict',
    ]);
  });

  it('keeps every dropped file in exactly one book, whatever the rules', () => {
    const path = fc
      .tuple(
        fc.constantFrom('', '커버/', '속지/', 'd/', 'd/표지/', 'd/내지/'),
        fc.constantFrom('', 'A', 'a', 'A_초안', 'A (1)', '2x_A', '3x_A', 'A__2'),
        fc.constantFrom('', '_커버', '_jkt', '_blk', '내지', '_cover'),
        fc.constantFrom('', '_최종', '_draft', ' (1)'),
      )
      .map((parts) => `${parts.join('')}.pdf`);
    const rules = fc.record({
      order: fc.shuffledSubarray(['roleFolders', 'suffix', 'folder'] as const, { minLength: 3 }),
      off: fc.subarray(['roleFolders', 'suffix', 'folder', 'oneRole', 'pages'] as const),
      patterns: fc.subarray(['{qty}x_{title}_{role}', '{title}_{role}']),
    });
    fc.assert(
      fc.property(
        rules,
        fc.uniqueArray(fc.tuple(path, fc.constantFrom(null, 1, 24)), { selector: ([one]) => one }),
        (own, paths) => {
          const names = reader({
            cover: ['커버', 'jkt'],
            contents: ['속지', 'blk'],
            states: ['초안', 'draft'],
            ...own,
          });
          const placed = pairFiles(
            paths.map(([one, pages]) => file(one, pages)),
            names,
          )
            .flatMap((book) => [book.coverFileId, book.contentsFileId])
            .filter((id) => id !== null);
          expect(placed.sort()).toEqual(paths.map(([one]) => one).sort());
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
