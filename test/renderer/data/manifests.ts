import type { ManifestCheck, ManifestLine } from '../../../src-core/ipc/subjects/manifests.ts';
import { LINE_STATES, type LineState } from '../../../src-core/manifests/check-lines.ts';

const TITLES = [
  '김민수 ♥ 이서연',
  'Kim-Lee wedding',
  '박지훈 돌잔치',
  'Choi & Jung',
  '서아 첫돌',
  '할머니 팔순 잔치',
] as const;
const PEOPLE = ['김민수', 'Lee Seoyeon', '박지훈', '정하나'] as const;

/** By turns, most of them ready. */
const STATES: readonly LineState[] = ['ready', 'ready', 'ready', 'uploaded', 'ready', 'changed', 'ready', 'ready'];
const TROUBLED: readonly (readonly [LineState, ManifestLine['reasons']])[] = [
  [
    'problem',
    [
      { key: 'manifests.problem.missing.phone' },
      { key: 'manifests.reason.unknownSpec', params: { text: 'SQUARE 30' } },
    ],
  ],
  ['problem', [{ key: 'manifests.reason.severalBooks', params: { key: 'Kim-Lee', count: 2 } }]],
  ['noFiles', [{ key: 'manifests.reason.noFiles', params: { key: 'Han-Seo_2026' } }]],
  ['noFiles', [{ key: 'manifests.reason.half', params: { missing: 'cover' } }]],
  ['duplicate', [{ key: 'manifests.reason.duplicate', params: { title: 'Kim-Lee wedding' } }]],
  ['atService', [{ key: 'manifests.reason.atService', params: { ref: 'A-2026-118', bookUid: 'bk_4f7Q' } }]],
];

/** A manifest of so many rows as it stands between folder and service; some of it needs a person. */
export function manifestLines(rows: number): ManifestLine[] {
  const lines = Array.from({ length: rows }, (_, at): ManifestLine => {
    const [troubled, reasons] = TROUBLED[at] ?? [null, []];
    const state = troubled ?? STATES[at % STATES.length] ?? 'ready';
    const title = `${TITLES[at % TITLES.length] ?? ''} ${at + 1}`;
    const isKnown = state !== 'problem' && state !== 'noFiles';
    return {
      lineId: `row-${at + 2}`,
      state,
      key: title,
      title: at % 3 === 0 ? title : null,
      rows: at % 9 === 4 ? [at + 2, at + 3] : [at + 2],
      bookId: isKnown ? `book-${at}` : null,
      stage: isKnown ? (state === 'uploaded' ? 'uploaded' : 'ready') : null,
      reasons: troubled === null && state !== 'ready' ? [{ key: `manifests.reason.${state}` }] : reasons,
      changes: state === 'problem' || state === 'uploaded' ? [] : ['title', 'quantity', 'recipients'],
      canTake: state === 'duplicate' || state === 'atService',
      recipients: at % 9 === 4 ? [...PEOPLE.slice(0, 2)] : [PEOPLE[at % PEOPLE.length] ?? ''],
      quantity: 1 + (at % 3),
    };
  });
  const rest: ManifestLine = {
    lineId: 'book-b-none',
    state: 'noLine',
    key: '제주의 봄',
    title: '제주의 봄',
    rows: [],
    bookId: 'b-none',
    stage: 'ready',
    reasons: [{ key: 'manifests.reason.noLine' }],
    changes: [],
    canTake: false,
    recipients: [],
    quantity: null,
  };
  return [...lines, rest];
}

export function manifestCheck(lines: readonly ManifestLine[], more: Partial<ManifestCheck> = {}): ManifestCheck {
  const counts = Object.fromEntries(
    LINE_STATES.map((state) => [state, lines.filter((line) => line.state === state).length]),
  ) as ManifestCheck['counts'];
  return {
    manifestId: 'mf1',
    name: '2026-09 웨딩 목록.csv',
    kind: 'csv',
    encoding: 'cp949',
    isUnsure: false,
    head: [
      ['파일 이름', '제목', '수량', '받는분', '연락처', '우편번호', '주소', '담당'],
      ['Kim-Lee', '김민수 ♥ 이서연', '2', '김민수', '1012345678', '6236', '서울 강남구 테헤란로 152', '수진'],
      ['Choi-Jung', 'Choi & Jung', '1', '정하나', '010-2222-3333', '48058', '부산 해운대구 센텀중앙로 97', '수진'],
    ],
    columns: [
      { name: '파일 이름', field: 'key' },
      { name: '제목', field: 'title' },
      { name: '수량', field: 'quantity' },
      { name: '받는분', field: 'recipientName' },
      { name: '연락처', field: 'phone' },
      { name: '우편번호', field: 'zipCode' },
      { name: '주소', field: 'address1' },
      { name: '담당', field: null },
    ],
    restoreZeros: true,
    zeros: 2,
    counts,
    taken: lines.filter(({ state, changes }) => ['ready', 'changed'].includes(state) && changes.length > 0).length,
    service: 'asked',
    ...more,
  };
}
