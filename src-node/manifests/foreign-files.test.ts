import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src-core/manifests/read-manifest.ts';
import { readTable } from './read-table.ts';

const FOLDER = join(import.meta.dirname, '../../test/fixtures/manifests');
const read = async (name: string) => {
  const answer = await readTable(readFileSync(join(FOLDER, name)));
  if (!answer.ok) throw new Error(`${name}: ${answer.code}`);
  return answer;
};

const book = (phones: readonly string[], address2 = '가동 101호 뒷문') => [
  {
    key: '김민수_이서연',
    title: '김민수·이서연',
    spec: 'SQUAREBOOK_HC',
    quantity: 3,
    externalRef: 'W-001',
    recipients: [
      {
        quantity: 2,
        shipping: {
          recipientName: '김민수',
          recipientPhone: phones[0],
          postalCode: '06236',
          address1: '서울특별시 강남구 테헤란로 152',
          address2: '1203호',
          memo: '문 앞, 벨 누르지 말 것',
        },
      },
      {
        quantity: 1,
        shipping: {
          recipientName: '이서연',
          recipientPhone: phones[1],
          postalCode: '48058',
          address1: '부산광역시 해운대구 센텀중앙로 97',
        },
      },
    ],
    isSound: true,
  },
  {
    key: '똠방각하 펲시',
    title: '햏 앨범 "특별판"',
    spec: 'LAYFLAT_SQ',
    quantity: 3,
    externalRef: 'W-002',
    recipients: [
      {
        quantity: 3,
        shipping: {
          recipientName: '박쵸',
          recipientPhone: phones[2],
          postalCode: '01000',
          address1: '서울특별시 강북구 삼양로77길 12',
          address2,
        },
      },
    ],
    isSound: true,
  },
];
const TYPED = ['01012345678', '01098765432', '0212345678'];
const SEEN = ['010-1234-5678', '010-9876-5432', '002-1234-5678'];

describe('a manifest that another program wrote', () => {
  it.each([
    ['python-cp949.csv', { kind: 'csv', encoding: 'cp949', delimiter: ',', certainty: 'likely' }, TYPED],
    ['libreoffice-utf16-tab.csv', { kind: 'csv', encoding: 'utf-16le', delimiter: '\t', certainty: 'certain' }, SEEN],
    ['libreoffice-semicolon.csv', { kind: 'csv', encoding: 'utf-8', delimiter: ';', certainty: 'certain' }, SEEN],
    ['openpyxl.xlsx', { kind: 'xlsx' }, SEEN],
    ['xlsxwriter.xlsx', { kind: 'xlsx' }, TYPED],
    ['xlsxwriter-inline.xlsx', { kind: 'xlsx' }, TYPED],
    ['libreoffice.xlsx', { kind: 'xlsx' }, SEEN],
  ])('is read as its reader sees it: %s', async (name, format, phones) => {
    const { table, format: found } = await read(name);
    expect(found).toEqual(format);
    const manifest = readManifest(table);
    expect(manifest?.books).toMatchObject(book(phones));
    expect(manifest?.notes.filter(({ kind }) => kind === 'problem')).toEqual([]);
    expect(manifest?.columns.find(({ name: column }) => column === '촬영일')?.field).toBeNull();
  });

  it('keeps a date as the day that it shows, in a column that it doesn’t know', async () => {
    for (const name of ['openpyxl.xlsx', 'xlsxwriter.xlsx', 'libreoffice.xlsx', 'python-cp949.csv'])
      expect((await read(name)).table.at(-1)?.at(-1)).toBe('2026-12-31');
  });

  it('tells every zero that it gave back, with row and column', async () => {
    const { table } = await read('xlsxwriter.xlsx');
    expect(readManifest(table)?.notes.filter(({ text }) => text.key === 'manifests.repair.leadingZero')).toEqual(
      [
        [2, 6, '1012345678', '01012345678'],
        [2, 7, '6236', '06236'],
        [3, 6, '1098765432', '01098765432'],
        [4, 6, '212345678', '0212345678'],
        [4, 7, '1000', '01000'],
      ].map(([row, column, was, now]) => ({
        row,
        column,
        kind: 'repair',
        text: { key: 'manifests.repair.leadingZero', params: { was, now } },
      })),
    );
  });

  it('has all 11,172 syllables in CP949, as Python writes them', async () => {
    const { table, format } = await read('python-cp949-syllables.csv');
    expect(format).toMatchObject({ encoding: 'cp949', certainty: 'likely' });
    const expected = Array.from({ length: 11_172 }, (_, index) => String.fromCharCode(0xac00 + index)).join('');
    expect(
      table
        .slice(1)
        .map((row) => row[1])
        .join(''),
    ).toBe(expected);
  });

  it('of the old kind is refused with the way out', async () => {
    expect(await readTable(readFileSync(join(FOLDER, 'libreoffice-97.xls')))).toEqual({
      ok: false,
      code: 'MANIFEST_OLD_OR_LOCKED',
    });
  });
});
