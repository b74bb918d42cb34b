import { describe, expect, it } from 'vitest';
import { headerOf, MANIFEST_FIELDS } from './columns.ts';
import { readManifest } from './read-manifest.ts';
import { resultTable, templateTable } from './result-table.ts';
import type { ManifestNote, Table } from './manifest.ts';

const HEADER = ['key', 'title', 'qty', '받는분', '연락처', '우편번호', '주소', 'memo'];
const KIM = ['김민수', '010-1234-5678', '06236', '서울 강남구 테헤란로 152', ''];
const LEE = ['이서연', '010-9876-5432', '48058', '부산 해운대구 센텀중앙로 97', ''];

function read(...rows: readonly (readonly string[])[]) {
  const manifest = readManifest([HEADER, ...rows]);
  if (manifest === null) throw new Error('no header was found');
  return manifest;
}
const said = (notes: readonly ManifestNote[]) =>
  notes.map(({ row, column, kind, text }) => [row, column, kind, text.key]);
/** One row whose cell of the column is `text`, and what is said of it. */
function ofCell(column: string, text: string) {
  const names = ['key', ...(column === 'key' ? [] : [column]), 'title'];
  const manifest = readManifest([names, names.map((name) => (name === column ? text : `a ${name}`))]);
  return { book: manifest?.books[0], notes: said(manifest?.notes ?? []) };
}

describe('the names of columns', () => {
  it.each([
    [
      [
        '파일명',
        '책 제목',
        '판형',
        '수량(권)',
        '수령인',
        '휴대폰',
        '우편 번호',
        '도로명주소',
        '상세 주소',
        '배송메시지',
        '주문번호',
        '표지',
        '내지',
      ],
    ],
    [
      [
        'Key',
        'Title',
        'Book Spec',
        'Qty.',
        'Recipient_Name *',
        'Mobile',
        'ZIP',
        'Address',
        'Address Line 2',
        'Notes',
        'Order No',
        'Cover',
        'Contents',
      ],
    ],
    [
      [
        'key',
        'title',
        'spec',
        'quantity',
        'recipientName',
        'phone',
        'zipCode',
        'address1',
        'address2',
        'memo',
        'externalRef',
        'coverFile',
        'contentsFile',
      ],
    ],
    [
      [
        'ＫＥＹ',
        'ＴＩＴＬＥ',
        'spec',
        'quantity',
        'recipientName',
        'phone',
        'zipCode',
        'address1',
        'address2',
        'memo',
        'externalRef',
        'coverFile',
        'contentsFile',
      ],
    ],
    [
      [
        '파일 이름',
        '제목',
        '규격',
        '수량',
        '받는분',
        '연락처',
        '우편번호',
        '주소',
        '상세주소',
        '메모',
        '외부 번호',
        '표지 파일',
        '내지 파일',
      ].map((name) => name.normalize('NFD')),
    ],
  ])('are known as people write them: %s', (names) => {
    expect(readManifest([names])?.columns.map(({ field }) => field)).toEqual(MANIFEST_FIELDS);
  });

  it('of the template are all known, in both languages', () => {
    for (const language of ['ko', 'en'] as const) {
      const manifest = readManifest(templateTable(language));
      expect(manifest?.columns.map(({ name, field }) => [name, field])).toEqual(
        MANIFEST_FIELDS.map((field) => [headerOf(field, language), field]),
      );
    }
  });

  it('stand below what the list is about', () => {
    const manifest = readManifest([['5월 발주서'], [], ['제목', '파일명', '수량'], ['돌잔치', 'dol', '2']]);
    expect(manifest).toMatchObject({ headerRow: 3, books: [{ key: 'dol', title: '돌잔치', quantity: 2, rows: [4] }] });
  });

  it('are missing where no row names two', () => {
    expect(readManifest([['title'], ['a', 'b']])).toBeNull();
    expect(readManifest([])).toBeNull();
  });

  it('that claim the same twice give it to the first, which is told', () => {
    const manifest = readManifest([
      ['key', 'title', '제목'],
      ['a', 'first', 'second'],
    ]);
    expect(manifest?.books[0]?.title).toBe('first');
    expect(said(manifest?.notes ?? [])).toEqual([[1, 3, 'repair', 'manifests.repair.columnTwice']]);
  });
});

describe('a book', () => {
  it('is all rows of one key, however its letters were typed', () => {
    const { books, notes } = read(
      ['Kim-Lee', '우리의 날', '2', ...KIM],
      ['kim-lee ', '', '1', ...LEE],
      ['한', '', '', '', '', '', '', ''],
      ['한'.normalize('NFD'), '', '', ...LEE],
    );
    expect(books.map(({ key, quantity, recipients, rows }) => [key, quantity, recipients.length, rows])).toEqual([
      ['Kim-Lee', 3, 2, [2, 3]],
      ['한', null, 1, [4, 5]],
    ]);
    expect(said(notes)).toEqual([[4, null, 'problem', 'manifests.problem.noRecipient']]);
    expect(books[0]?.recipients).toEqual([
      {
        row: 2,
        quantity: 2,
        shipping: {
          recipientName: '김민수',
          recipientPhone: '010-1234-5678',
          postalCode: '06236',
          address1: '서울 강남구 테헤란로 152',
        },
      },
      {
        row: 3,
        quantity: 1,
        shipping: {
          recipientName: '이서연',
          recipientPhone: '010-9876-5432',
          postalCode: '48058',
          address1: '부산 해운대구 센텀중앙로 97',
        },
      },
    ]);
  });

  it('is held back as a whole by one bad row, and holds back no other', () => {
    const { books } = read(['a', '', '2', ...KIM], ['a', '', '0', ...LEE], ['b', '', '1', ...LEE]);
    expect(books.map(({ key, isSound }) => [key, isSound])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  it('that is called differently in two rows is told of, with both', () => {
    const { books, notes } = read(['a', 'One', '1', ...KIM], ['a', 'Two', '1', ...LEE]);
    expect(books[0]?.isSound).toBe(false);
    expect(notes).toEqual([
      {
        row: 3,
        column: null,
        kind: 'problem',
        text: { key: 'manifests.problem.differs.title', params: { key: 'a', text: 'Two', other: 'One', row: 2 } },
      },
    ]);
  });

  it('that stands twice with nobody to tell its rows apart is held back', () => {
    const { books, notes } = read(['a', '', '1', ...KIM], ['a', '', '4', '', '', '', '', '']);
    expect(books[0]?.isSound).toBe(false);
    expect(said(notes)).toEqual([[3, null, 'problem', 'manifests.problem.keyTwice']]);
  });

  it('for one address in two rows adds its copies up, to what one line of an order can hold', () => {
    const { books, notes } = read(
      ['a', '', '2', ...KIM],
      ['a', '', '3', ...KIM],
      ['b', '', '150', ...LEE],
      ['b', '', '51', ...LEE],
    );
    expect(books.map(({ quantity, recipients, isSound }) => [quantity, recipients.length, isSound])).toEqual([
      [5, 1, true],
      [201, 1, false],
    ]);
    expect(said(notes)).toEqual([
      [3, null, 'repair', 'manifests.repair.sameRecipient'],
      [5, null, 'problem', 'manifests.problem.quantityTogether'],
    ]);
  });

  it('of which no row tells copies has none told, but two rows for one address are two', () => {
    const { books } = read(['a', '', '', ...KIM], ['b', '', '', ...KIM], ['b', '', '', ...KIM], ['c', '', '1', ...KIM]);
    expect(books.map(({ quantity, recipients }) => [quantity, recipients[0]?.quantity])).toEqual([
      [null, 1],
      [2, 2],
      [1, 1],
    ]);
  });

  it('for one door, however it was typed, goes there once', () => {
    const [name = '', phone = '', zip = '', address = '', ...others] = KIM;
    const typed = [name.normalize('NFD'), phone.replaceAll('-', ' '), zip, address.replaceAll(' ', '  '), ...others];
    const { books } = read(['a', '', '2', ...KIM], ['a', '', '3', ...typed]);
    expect(books.map(({ recipients }) => recipients.map(({ quantity }) => quantity))).toEqual([[5]]);
  });

  it('without a key is called as its file is', () => {
    const manifest = readManifest([
      ['coverFile', 'contentsFile', 'title'],
      ['', 'albums\\Kim-Lee_contents.pdf', 'x'],
      ['Park/cover.pdf', '', 'y'],
      ['', '', 'Choi'],
    ]);
    expect(manifest?.books.map(({ key }) => key)).toEqual(['Kim-Lee', 'Park', 'Choi']);
    expect(manifest?.notes).toEqual([]);
  });

  it('nor a file is called by its title, and several rows of one title are one book', () => {
    const manifest = readManifest([
      ['제목', '수량', '받는분', '연락처', '우편번호', '주소'],
      ['가을 앨범', '2', '김', '010-1111-2222', '04524', '서울 1'],
      ['가을 앨범', '1', '이', '010-1111-3333', '04525', '서울 2'],
      ['겨울 앨범', '1', '', '', '', ''],
      ['', '3', '', '', '', ''],
    ]);
    expect(manifest?.books.map(({ key, quantity, isSound }) => [key, quantity, isSound])).toEqual([
      ['가을 앨범', 3, true],
      ['겨울 앨범', 1, true],
    ]);
    expect(said(manifest?.notes ?? [])).toEqual([[5, null, 'problem', 'manifests.problem.noKey']]);
  });

  it('but with the title of the book above, which is called otherwise, keeps that book back', () => {
    const rows = [
      ['key', 'title', 'quantity', 'recipient', 'phone', 'zip', 'address'],
      ['A-1', 'Autumn', '2', 'Kim', '010-1111-2222', '04524', 'Seoul 1'],
      ['', 'Autumn', '1', 'Lee', '010-1111-3333', '04525', 'Seoul 2'],
      ['', 'Winter', '1', 'Lee', '010-1111-3333', '04525', 'Seoul 2'],
    ];
    const manifest = readManifest(rows);
    expect(manifest?.books.map(({ key, isSound }) => [key, isSound])).toEqual([
      ['A-1', false],
      ['Winter', true],
    ]);
    expect(said(manifest?.notes ?? [])).toEqual([[3, null, 'problem', 'manifests.problem.noKeyBelow']]);
  });
});

describe('a list that names who ordered beside who gets it', () => {
  it('goes to whom it says gets it, wherever that stands, and is called by its file and not by its number', () => {
    const manifest = readManifest([
      ['번호', '이름', '연락처', '주소', '파일명', '받는분', '받는분 연락처', '우편번호', '받는분 주소'],
      ['1', '주문한이', '010-1111-1111', '대전', 'K', '김민수', '010-1234-5678', '06236', '서울 강남구'],
    ]);
    expect(manifest?.books).toMatchObject([
      {
        key: 'K',
        isSound: true,
        recipients: [
          {
            shipping: {
              recipientName: '김민수',
              recipientPhone: '010-1234-5678',
              postalCode: '06236',
              address1: '서울 강남구',
            },
          },
        ],
      },
    ]);
    expect(said(manifest?.notes ?? [])).toEqual(
      [1, 2, 3, 4].map((column) => [1, column, 'repair', 'manifests.repair.columnTwice']),
    );
  });

  it('is asked about in the rows in which two columns of one kind say otherwise', () => {
    const manifest = readManifest([
      ['key', '수량', '권수', '성명', '연락처', '우편번호', '주소', '기본주소'],
      ['a', '2', '2', ...KIM.slice(0, 4), KIM[3] ?? ''],
      ['b', '2', '', ...KIM.slice(0, 4), '부산'],
      ['c', '2', '3', ...KIM.slice(0, 4), ''],
    ]);
    expect(manifest?.books.map(({ key, isSound }) => [key, isSound])).toEqual([
      ['a', true],
      ['b', false],
      ['c', false],
    ]);
    expect(said(manifest?.notes.filter(({ kind }) => kind === 'problem') ?? [])).toEqual([
      [3, 8, 'problem', 'manifests.problem.columnsDiffer'],
      [4, 3, 'problem', 'manifests.problem.columnsDiffer'],
    ]);
  });

  it('is not asked about where two columns of one kind say the same in two ways', () => {
    const table = [
      ['key', '수량', '권수', '성명', '연락처', '우편번호', 'zip', '주소'],
      ['a', '2', '2권', '김민수', '010-1234-5678', "'06236", '06236', '서울'],
      ['b', '2.0', '2', '김민수', '010-1234-5678', '０６２３６', '6236', '서울'],
      ['c', '1', '1', '김민수', '010-1234-5678', '06236', '06237', '서울'],
    ];
    const differ = (restoreZeros: boolean) =>
      (readManifest(table, { restoreZeros })?.notes ?? [])
        .filter(({ text }) => text.key === 'manifests.problem.columnsDiffer')
        .map(({ row, column }) => [row, column]);
    expect(differ(true)).toEqual([[4, 7]]);
    expect(differ(false)).toEqual([
      [3, 7],
      [4, 7],
    ]);
  });
});

describe('a cell', () => {
  it.each([
    ['2', 2],
    ['2권', 2],
    ['３ 부', 3],
    ['4.0', 4],
    ['200 copies', 200],
  ])('of copies may say %s', (text, copies) => {
    expect(ofCell('quantity', text).book?.quantity).toBe(copies);
  });

  it.each(['0', '201', '-1', '1.5', '둘', '1e2', '1,000', '999999999999'])('of copies may not say %s', (text) => {
    const { book, notes } = ofCell('quantity', text);
    expect(book).toMatchObject({ isSound: false });
    expect(notes).toEqual([[2, 2, 'problem', 'manifests.problem.quantity']]);
  });

  it.each([
    ['phone', '1012345678', '01012345678'],
    ['phone', '10-1234-5678', '010-1234-5678'],
    ['phone', '1198765432', '01198765432'],
    ['phone', '212345678', '0212345678'],
    ['phone', '3112345678', '03112345678'],
    ['phone', '7012345678', '07012345678'],
    ['phone', '50512345678', '050512345678'],
    ['zipCode', '6236', '06236'],
  ])('of %s that lost its zero gets it back and says so: %s', (field, text, expected) => {
    const names = ['key', field, 'recipientName', field === 'phone' ? 'zipCode' : 'phone', 'address1'];
    const manifest = readManifest([names, ['a', text, '김민수', field === 'phone' ? '06236' : '010', '서울']]);
    const shipping = manifest?.books[0]?.recipients[0]?.shipping;
    expect(field === 'phone' ? shipping?.recipientPhone : shipping?.postalCode).toBe(expected);
    expect(manifest?.notes).toEqual([
      {
        row: 2,
        column: 2,
        kind: 'repair',
        text: { key: 'manifests.repair.leadingZero', params: { was: text, now: expected } },
      },
    ]);
  });

  it.each(['010-1234-5678', '+82 10-1234-5678', '1588-1234', '119', '02-123-4567', '15881234'])(
    'of a phone is left as it is: %s',
    (text) => {
      const { notes } = ofCell('phone', text);
      expect(notes.filter(([, , kind]) => kind === 'repair')).toEqual([]);
    },
  );

  it.each(['1.01235E+09', '1.0E10', '1,01235E+9'])('of a phone that lost digits is a problem: %s', (text) => {
    expect(ofCell('phone', text).notes).toContainEqual([2, 2, 'problem', 'manifests.problem.lostDigits']);
  });

  it('with line breaks is one line, except a note', () => {
    const { books, notes } = read(['a', 'one\r\n two', '1', ...KIM.slice(0, 4), 'line 1\nline 2']);
    expect(books[0]).toMatchObject({ title: 'one two', recipients: [{ shipping: { memo: 'line 1\nline 2' } }] });
    expect(said(notes)).toEqual([[2, 2, 'repair', 'manifests.repair.oneLine']]);
  });

  it('longer than the service takes is a problem, told in a line that ends', () => {
    const { books, notes } = read(['a', 'x'.repeat(256), '1', ...KIM], ['b', 'x'.repeat(255), '1', ...KIM]);
    expect(books.map(({ isSound }) => isSound)).toEqual([false, true]);
    expect(notes).toEqual([
      {
        row: 2,
        column: 2,
        kind: 'problem',
        text: { key: 'manifests.problem.tooLong', params: { text: `${'x'.repeat(59)}…`, length: 256, max: 255 } },
      },
    ]);
  });

  it('that nobody can print is a problem', () => {
    expect(ofCell('spec', 'a\u0007b').notes).toEqual([[2, 2, 'problem', 'manifests.problem.unusableCharacter']]);
  });

  it('behind the last name is a problem of its row', () => {
    expect(said(read(['a', '', '1', ...KIM, 'what is this']).notes)).toEqual([
      [2, 9, 'problem', 'manifests.problem.beyondHeader'],
    ]);
  });
});

it('says of half an address what is missing', () => {
  const { books, notes } = read(['a', '', '1', '김민수', '', '06236', '', '']);
  expect(books[0]).toMatchObject({ isSound: false, recipients: [] });
  expect(said(notes)).toEqual([
    [2, 5, 'problem', 'manifests.problem.missing.phone'],
    [2, 7, 'problem', 'manifests.problem.missing.address1'],
  ]);
});

describe('a result', () => {
  const table: Table = [['5월'], ['key', '담당', 'title'], ['a', '=기록', 'One'], ['b', '', 'Two', '']];
  const result = (row: number) =>
    row === 3 ? { orderUid: 'or_1', charged: '12100', status: 'PAID', error: '' } : null;

  it('has every column of the list, and what became of each row behind them', () => {
    expect(resultTable(table, 2, result)).toEqual([
      ['5월', '', '', '', '', '', '', ''],
      ['key', '담당', 'title', '', 'orderUid', 'charged', 'status', 'error'],
      ['a', '=기록', 'One', '', 'or_1', '12100', 'PAID', ''],
      ['b', '', 'Two', '', '', '', '', ''],
    ]);
  });

  it('that is dropped again is the same list, and its result takes the place of the former', () => {
    const first = resultTable(table, 2, result);
    expect(readManifest(first)).toMatchObject({
      headerRow: 2,
      books: [
        { key: 'a', isSound: true },
        { key: 'b', isSound: true },
      ],
    });
    expect(resultTable(first, 2, result)).toEqual(first);
    expect(resultTable(first, 2, () => null)[2]?.slice(4)).toEqual(['', '', '', '']);
  });
});

describe('signs that stand in a cell and not on a label', () => {
  const ofRow = (name: string, phone: string, zip: string, address: string, ref = '') => {
    const manifest = readManifest([
      ['key', 'title', '받는분', '연락처', '우편번호', '주소', '주문번호'],
      ['a', "'90", name, phone, zip, address, ref],
    ]);
    return [manifest?.books[0]?.recipients[0]?.shipping, manifest?.books[0]?.externalRef, said(manifest?.notes ?? [])];
  };
  const shipping = {
    recipientName: '김민수',
    recipientPhone: '010-1234-5678',
    postalCode: '06236',
    address1: "서울 강남구 '90 거리",
  };

  it('an apostrophe before a number makes it text in a spreadsheet, and is none of it', () => {
    expect(ofRow('김민수', "'010-1234-5678", "'06236", "서울 강남구 '90 거리", "'0042")).toEqual([
      shipping,
      '0042',
      [],
    ]);
    expect(ofCell('title', "'90").book?.title).toBe("'90");
    expect(ofCell('contents', "'90s/1.pdf").book?.contentsFile).toBe("'90s/1.pdf");
  });

  it('letters without a shape, which address books and web pages put around a number, are left out', () => {
    expect(
      ofRow('\u200b김민수', '\u202d010-1234-5678\u202c', '\ufeff06236\u200e', "서울 강남구\u00ad '90 거리\u2060"),
    ).toEqual([shipping, null, []]);
    expect(ofRow('김\u200d민수', '1', '06236', 'b')[0]).toMatchObject({ recipientName: '김\u200d민수' });
    expect(ofRow('\u200b', '010-1234-5678', '06236', 'b')).toEqual([
      undefined,
      null,
      [[2, 3, 'problem', 'manifests.problem.missing.recipientName']],
    ]);
    expect(read(['A\u200b', '', '1', ...KIM], ['a', '', '1', ...LEE]).books).toMatchObject([{ quantity: 2 }]);
  });

  it('wide digits are the digits that a label has', () => {
    expect(ofRow('김민수', '０１０－１２３４－５６７８', '０６２３６', "서울 강남구 '90 거리")).toEqual([
      shipping,
      null,
      [],
    ]);
    expect(ofRow('김민수', '1', '６２３６', 'b')[0]).toMatchObject({ postalCode: '06236' });
    expect(ofRow('김민수', '1', '06236', '３동')[0]).toMatchObject({ address1: '３동' });
  });

  it('numbers that a program wrote with a fraction are told as they were', () => {
    expect(ofRow('김민수', '1012345678.0', '6236.0', 'b', '1001.00')).toEqual([
      { ...shipping, recipientPhone: '01012345678', address1: 'b' },
      '1001',
      [
        [2, 4, 'repair', 'manifests.repair.noFraction'],
        [2, 4, 'repair', 'manifests.repair.leadingZero'],
        [2, 5, 'repair', 'manifests.repair.noFraction'],
        [2, 5, 'repair', 'manifests.repair.leadingZero'],
        [2, 7, 'repair', 'manifests.repair.noFraction'],
      ],
    ]);
    const called = readManifest([
      ...[
        ['주문번호', '파일명'],
        ['1', '10023.0'],
        ['2', '10.0'],
      ],
    ]);
    expect(called?.books.map(({ key }) => key)).toEqual(['10023', '10.0']);
    expect(said(called?.notes ?? [])).toEqual([[2, 2, 'repair', 'manifests.repair.noFraction']]);
    expect(ofRow('김민수', '010.1234.0', '06236', 'b', '2.5')[1]).toBe('2.5');
    expect(ofRow('김민수', '010.1234.0', '06236', 'b')[0]).toMatchObject({ recipientPhone: '010.1234.0' });
  });
});
