import type { RowsTable } from '../../../src-core/ipc/subjects/layouts.ts';

const FAMILIES = '김이박최정강조윤장임한오서신권황안송전홍유고문양';
const MOTTOS = [
  '웃자, 또 웃자',
  '천천히 가도 끝까지',
  '오늘도 맑음',
  '',
  '3년 동안 고마웠어, 우리 다시 만나자!',
  'Carpe diem',
];
/** The wedding's that the sample layout shows (test/renderer/data/layout.ts). */
const FIRST_PICTURE = 4_200;

/** A list of a class as a teacher keeps it: a title above the heads, a pupil without a picture, one who is in no picture of the book, one who is hidden. */
export const sampleRows: RowsTable = {
  name: '3학년 2반 명단.xlsx',
  sheets: [
    {
      name: '2반',
      rows: [
        ['3학년 2반 명단', '', '', '', ''],
        ['', '', '', '', ''],
        ['번호', '이름', '사진 파일', '한마디', '비고'],
        ...[...FAMILIES].map((family, at) => [
          String(at + 1),
          `${family}${'가나다라마바사'[at % 7]}${'은우린솔'[at % 4]}`,
          at === 4 ? '' : at === 9 ? 'DSC09999.JPG' : `DSC0${FIRST_PICTURE + at}${at % 2 === 0 ? '.JPG' : ''}`,
          MOTTOS[at % MOTTOS.length] ?? '',
          at === 11 ? '전학' : '',
        ]),
        ['25', '', '', '', ''],
      ],
      hiddenRows: [15],
    },
    {
      name: '3반',
      rows: [
        ['이름', '사진', '한마디'],
        ['차하나', 'DSC04230', '안녕'],
      ],
      hiddenRows: [],
    },
  ],
};
