import { describe, expect, it } from 'vitest';
import { cpuClock } from '../../../test/fixtures/cpu-clock.ts';
import { shippedTemplate } from '../../../test/fixtures/themes.ts';
import type { Template } from '../../contract/templates.ts';
import type { Table } from '../../manifests/manifest.ts';
import type { LayoutPicture } from '../document.ts';
import { pictureNames } from '../favourites.ts';
import { addEntries } from '../operations/entries.ts';
import { isSoundDocument } from '../sound.ts';
import { plainMeasure as measure } from '../testing/plain-measure.ts';
import { done, sampleBook, samplePictures } from '../testing/sample-book.ts';
import { proposedReading, type TableColumns } from './table-columns.ts';
import { entriesOfRows, type RowFault } from './table-rows.ts';

const HC = 'SQUAREBOOK_HC';
const profile = shippedTemplate(HC, 'yearbook/profile');
const gallery = shippedTemplate(HC, 'yearbook/gallery');

/** Pictures of these paths, whose keys are their paths. */
function tray(...paths: readonly string[]) {
  const [sample] = samplePictures(1);
  if (sample === undefined) throw new Error('no picture');
  const { key: _, ...picture } = sample;
  const pictures: Record<string, LayoutPicture> = {};
  for (const path of paths) pictures[path] = { ...picture, name: path.split('/').at(-1) ?? '', path: `../${path}` };
  return { pictures, pictureOrder: [...paths] };
}
type Tray = ReturnType<typeof tray>;

const read = (held: Tray, template: Template, columns: TableColumns, rows: Table, headRow: number | null = null) =>
  entriesOfRows(held, { template, rows, headRow, columns }, pictureNames(held), measure);
const said = (faults: readonly RowFault[]) => faults.map(({ name, is }) => `${name} ${is}`);

const PROFILE: TableColumns = { name: 0, photo: 1, motto: 2 };
const GALLERY: TableColumns = { title: 0, photos: 1 };

describe('rows of a table', () => {
  it('become entries with what their columns say, each with its number in the spreadsheet', () => {
    const held = tray('IMG_0001.jpg', '3반/김둘.JPG');
    const rows = [
      ['이름', '사진', '한마디', '비고'],
      ['김하나', 'img_0001', '웃자, 또 웃자', ''],
      ['', ' ', '', '다음 장'],
      ['김둘', '김둘.jpg'.normalize('NFD'), '', ''],
      [],
    ];
    expect(read(held, profile, PROFILE, rows, 1)).toEqual([
      { row: 2, values: { name: '김하나', photo: ['IMG_0001.jpg'], motto: '웃자, 또 웃자' }, faults: [] },
      { row: 4, values: { name: '김둘', photo: ['3반/김둘.JPG'] }, faults: [] },
    ]);
  });

  it('are left out where nobody sees them, and where no column is chosen', () => {
    const held = tray('a.jpg');
    const rows = [
      ['가', 'a'],
      ['나', 'a'],
    ];
    const asked = { template: profile, rows, headRow: null, columns: PROFILE };
    const names = pictureNames(held);
    expect(entriesOfRows(held, { ...asked, leftOut: [1] }, names, measure).map(({ row }) => row)).toEqual([2]);
    expect(entriesOfRows(held, { ...asked, columns: {} }, names, measure)).toEqual([]);
  });

  it('name what is missing or unknown, and nothing is guessed', () => {
    const held = tray('a/IMG_1.jpg', 'b/IMG_1.jpg', 'c/IMG_2.jpg', 'IMG_3-Edit.jpg');
    const rows = [
      ['', 'IMG_2', ''],
      ['가', '', ''],
      ['나', 'IMG_1', ''],
      ['다', 'b/IMG_1.jpg', ''],
      ['라', 'IMG_3', ''],
      ['마', 'IMG_2.jpg; IMG_3-Edit.jpg', ''],
      ['바 🎂', 'IMG_2.heic', '가'.repeat(10_001)],
    ];
    const entries = read(held, profile, PROFILE, rows);
    expect(entries.map(({ faults }) => said(faults))).toEqual([
      ['name unbound'],
      ['photo unbound'],
      ['photo pictureAmbiguous'],
      [],
      ['photo pictureUnknown'],
      ['photo severalPictures'],
      ['name unbound', 'motto unbound'],
    ]);
    expect(entries.map(({ values: { photo } }) => photo)).toEqual([
      ['c/IMG_2.jpg'],
      undefined,
      [],
      ['b/IMG_1.jpg'],
      [],
      undefined,
      ['c/IMG_2.jpg'],
    ]);
    expect(entries[2]?.faults).toMatchObject([{ written: 'IMG_1', candidates: ['a/IMG_1.jpg', 'b/IMG_1.jpg'] }]);
    expect(entries[6]?.faults).toMatchObject([
      { fault: { reason: 'lettersLacking' } },
      { fault: { reason: 'textTooLong' } },
    ]);
  });

  it('find pictures whose names are numbers without the zeros that a spreadsheet took, and no others by a number', () => {
    const held = tray('0012.jpg', 'IMG_0012.jpg', 'IMG_0013.jpg', '007.jpg', '07.png');
    const rows = ['12', '0012', '13', '7'].map((photo) => ['가', photo]);
    expect(read(held, profile, PROFILE, rows).map(({ values }) => values['photo'])).toEqual([
      ['0012.jpg'],
      ['0012.jpg'],
      [],
      [],
    ]);
  });

  it('give a gallery all the pictures that a cell names, in the order of the cell', () => {
    const held = tray('a.jpg', 'b.jpg', 'c.jpg', 'Kim, Lee.jpg');
    const cells = ['a.jpg,b.jpg', 'c; a | b', 'b.jpg\r\nc.jpg', 'Kim, Lee', '"Kim, Lee", a', 'a、nobody.jpg，c'];
    const entries = read(
      held,
      gallery,
      GALLERY,
      cells.map((cell) => ['소풍', cell]),
    );
    expect(entries.map(({ values }) => values['photos'])).toEqual([
      ['a.jpg', 'b.jpg'],
      ['c.jpg', 'a.jpg', 'b.jpg'],
      ['b.jpg', 'c.jpg'],
      ['Kim, Lee.jpg'],
      ['Kim, Lee.jpg', 'a.jpg'],
      ['a.jpg', 'c.jpg'],
    ]);
    expect(entries.flatMap(({ faults }) => faults)).toEqual([
      { name: 'photos', is: 'pictureUnknown', written: 'nobody.jpg' },
    ]);
  });

  it('say yes and no in Korean, English and signs', () => {
    const weather = shippedTemplate(HC, 'diary/weather');
    const of = (cell: string) => read(tray(), weather, { isSunny: 0 }, [[cell]])[0];
    for (const yes of ['예', '네', 'O', 'o', 'ㅇ', '○', 'TRUE', 'Yes', ' y', '1', 'V', '✓'])
      expect(of(yes)?.values, yes).toEqual({ isSunny: true });
    for (const no of ['아니오', '아니요', 'X', '×', 'FALSE', 'no', 'N', '0'])
      expect(of(no)?.values, no).toEqual({ isSunny: false });
    expect(of('맑음')?.values).toEqual({});
    expect(of('맑음')?.faults[0]).toEqual({ name: 'isSunny', is: 'yesOrNoUnknown', written: '맑음' });
  });

  it('with numbers that are none say so by the rules of the service', () => {
    const growth = shippedTemplate(HC, 'baby/growth');
    const columns = { monthNum: 0, heightCm: 1, weightKg: 2, photo: 3 };
    const [entry] = read(tray('a.jpg'), growth, columns, [['3', '60.5', '여섯', 'a']]);
    expect(entry?.faults).toEqual([{ name: 'weightKg', is: 'unbound', fault: { reason: 'wrongType' } }]);
  });

  it('become entries of a book that it can keep, whatever stands in them', () => {
    const document = sampleBook({ uid: HC, pictures: 3 });
    const rows = [
      ['가'.repeat(20_000), 'IMG_1, IMG_2'],
      ['나', Array.from({ length: 150 }, () => 'IMG_1.jpg').join(',')],
      ['\0', '\u200b'],
    ];
    const held = pictureNames(document);
    for (const template of [profile, gallery]) {
      const columns = template === profile ? { name: 0, photo: 1 } : GALLERY;
      const entries = entriesOfRows(document, { template, rows, headRow: null, columns }, held, measure);
      const values = entries.map((entry) => entry.values);
      const day = { year: 2026, month: 12, date: 1 };
      expect(isSoundDocument(done(addEntries(document, { template, values, before: null, day }, measure)))).toBe(true);
    }
  });

  it('are read fast enough to be read at every choice: the longest table of twelve columns against the largest tray', () => {
    const held = tray(...Array.from({ length: 2_000 }, (_, at) => `반/IMG_${at + 1}.JPG`));
    const names = pictureNames(held);
    const yearbookClass = shippedTemplate(HC, 'yearbook/class');
    const variables = Object.entries(yearbookClass.parameters.definitions).slice(0, 12);
    const columns = Object.fromEntries(variables.map(([name], column) => [name, column]));
    const rows = Array.from({ length: 2_000 }, (_, row) =>
      variables.map(([, { binding }], column) =>
        binding === 'text' ? `학생 ${row} ${column}` : row % 10 === 0 ? `없는 사진 ${row}` : `img_${row + 1}.jpg`,
      ),
    );
    const asked = { template: yearbookClass, rows, headRow: null, columns };
    const times = Array.from({ length: 5 }, () => {
      const elapsed = cpuClock();
      expect(entriesOfRows(held, asked, names, measure)).toHaveLength(2_000);
      return elapsed();
    });
    expect(Math.min(...times)).toBeLessThan(200);
  });
});

describe('what stands above the columns', () => {
  const headless = [
    ['a.jpg', '김하나', '웃자', ''],
    ['b.jpg', '김둘', '', '안녕'],
  ];
  it.each<[string, Table, number | null, TableColumns]>([
    ['names of the variables', [['NAME', ' Photo ', 'motto']], 1, { name: 0, photo: 1, motto: 2 }],
    [
      'what the template says of them',
      [['번호', '사 진', '이름(한글)', '한마디*']],
      1,
      { photo: 1, name: 2, motto: 3 },
    ],
    ['a title above them', [['3학년 2반 명단'], [], ['이름', '사진']], 3, { name: 0, photo: 1 }],
    ['words that hold one', [['학생 이름', '증명사진 파일', '남기는 한마디']], 1, { name: 0, photo: 1, motto: 2 }],
    ['words of which two hold one', [['이름', '앞 사진', '뒤 사진']], 1, { name: 0 }],
    ['nothing, in the order of the variables', headless, null, { photo: 0, name: 1, motto: 2, memo: 3 }],
    ['nothing, with another number of columns', [['김하나', 'a.jpg']], null, {}],
    ['nothing at all', [], null, {}],
    ['nothing but empty cells', [['', ' ']], null, {}],
  ])('%s', (_, rows, headRow, columns) => {
    expect(proposedReading(profile, rows)).toEqual({ headRow, columns });
  });

  it('the numbered variables of a whole class', () => {
    const template = shippedTemplate(HC, 'yearbook/class');
    const row = ['반 이름', ...Array.from({ length: 12 }, (_, at) => [`${at + 1}번째 이름`, `photo${at + 1}`]).flat()];
    const { columns } = proposedReading(template, [row]);
    expect([columns['className'], columns['name1'], columns['name11'], columns['photo11']]).toEqual([0, 1, 21, 22]);
    expect(proposedReading(template, [['이름', '사진']]).columns).toEqual({});
  });
});
