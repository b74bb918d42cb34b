/** What a manifest can say of a book or of one of its recipients (operator-desk 3.2), in the order of the template. */
export const MANIFEST_FIELDS = [
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
] as const;
export type ManifestField = (typeof MANIFEST_FIELDS)[number];

/**
 * What people write above the columns. The first of a language is what the template writes; the others were seen on forms of
 * Korean print shops, carriers and shop systems. Case, white space and signs don't count.
 */
const HEADERS: Readonly<
  Record<ManifestField, { readonly ko: readonly [string, ...string[]]; readonly en: readonly [string, ...string[]] }>
> = {
  key: {
    ko: ['파일 이름', '파일명', '키', '번호', '폴더', '폴더명', '작업번호', '관리번호'],
    en: ['key', 'file name', 'file', 'name', 'folder', 'id', 'no', 'job'],
  },
  title: {
    ko: ['제목', '책 제목', '도서명', '앨범명', '책 이름', '타이틀'],
    en: ['title', 'book', 'book title', 'album'],
  },
  spec: {
    ko: ['규격', '판형', '사양', '상품', '상품명', '제품'],
    en: ['spec', 'book spec', 'spec uid', 'format', 'product', 'sku'],
  },
  quantity: { ko: ['수량', '부수', '권수', '주문수량', '개수'], en: ['quantity', 'qty', 'copies', 'amount', 'count'] },
  recipientName: {
    ko: ['받는분', '받는 사람', '수령인', '수취인', '수하인', '받는분 성명', '받는분 이름', '수취인명', '이름', '성명'],
    en: ['recipient name', 'recipient', 'ship to', 'consignee', 'deliver to', 'to'],
  },
  phone: {
    ko: [
      '연락처',
      '전화번호',
      '휴대폰',
      '휴대전화',
      '핸드폰',
      '전화',
      '받는분 전화번호',
      '수취인 연락처',
      '받는분 연락처',
    ],
    en: ['phone', 'recipient phone', 'phone number', 'mobile', 'tel', 'telephone', 'contact'],
  },
  zipCode: {
    ko: ['우편번호', '받는분 우편번호', '수취인 우편번호', '우편'],
    en: ['zip code', 'zip', 'postal code', 'postcode', 'post code'],
  },
  address1: {
    ko: ['주소', '도로명주소', '기본주소', '배송지', '받는분 주소', '수취인 주소', '배송주소', '주소1'],
    en: ['address 1', 'address', 'address line 1', 'street', 'shipping address'],
  },
  address2: {
    ko: ['상세주소', '나머지주소', '주소2', '받는분 상세주소', '동호수'],
    en: ['address 2', 'address line 2', 'apartment', 'apt', 'unit', 'suite'],
  },
  memo: {
    ko: ['메모', '배송메모', '배송메시지', '배송 메세지', '비고', '요청사항', '배송 요청사항'],
    en: ['memo', 'note', 'notes', 'delivery note', 'shipping memo', 'remark', 'remarks'],
  },
  externalRef: {
    ko: ['외부 번호', '주문번호', '외부 참조', '고객 주문번호', '참조번호'],
    en: ['external ref', 'external reference', 'reference', 'ref', 'order number', 'order no'],
  },
  coverFile: {
    ko: ['표지 파일', '표지', '표지 파일명'],
    en: ['cover file', 'cover', 'cover pdf'],
  },
  contentsFile: {
    ko: ['내지 파일', '내지', '본문 파일', '본문', '내지 파일명'],
    en: ['contents file', 'contents', 'content file', 'inner file', 'inner', 'body file', 'contents pdf'],
  },
};

/** `Recipient-Name *` and `recipientName` are one name, `수량(권)` is `수량`, full-width letters are letters. */
export function comparableHeader(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const FIELD_OF: ReadonlyMap<string, ManifestField> = new Map(
  MANIFEST_FIELDS.flatMap((field) =>
    [...HEADERS[field].ko, ...HEADERS[field].en].map((name) => [comparableHeader(name), field] as const),
  ),
);

/** The field that a column holds by what stands above it; null for one that is kept without being understood. */
export const fieldOf = (header: string): ManifestField | null => FIELD_OF.get(comparableHeader(header)) ?? null;

const TO_SOMEBODY = /^(?:받는|수취|수령|수하|배송|recipient|ship|consignee|deliver)/;

/** Lists of shops name who ordered and who gets it: `받는분 주소` is meant where `주소` stands beside it, and a file's name before a number. */
const MEANT: Readonly<Partial<Record<ManifestField, RegExp>>> = {
  key: /^(?:파일|file|key)/,
  recipientName: TO_SOMEBODY,
  phone: TO_SOMEBODY,
  zipCode: TO_SOMEBODY,
  address1: TO_SOMEBODY,
  address2: TO_SOMEBODY,
  memo: TO_SOMEBODY,
};

/** Whether a header says by itself that its column is the one that is meant, where several could be. */
export const isMeant = (field: ManifestField, header: string): boolean =>
  MEANT[field]?.test(comparableHeader(header)) ?? false;

/** What the template writes above a column. */
export const headerOf = (field: ManifestField, language: 'ko' | 'en'): string => HEADERS[field][language][0];

/** Above the header may stand what the list is about; below so many rows it isn't looked for. */
const SEARCHED_ROWS = 10;
/** One known word may stand in any sentence. */
const FEWEST_FIELDS = 2;

/** The row that names the columns, from 0: the first that names the most of them. Null when none names two. */
export function findHeader(rows: readonly (readonly string[])[]): number | null {
  let best: { readonly row: number; readonly fields: number } | null = null;
  for (const [row, cells] of rows.slice(0, SEARCHED_ROWS).entries()) {
    const fields = new Set(cells.map(fieldOf).filter((field) => field !== null)).size;
    if (fields >= FEWEST_FIELDS && fields > (best?.fields ?? 0)) best = { row, fields };
  }
  return best?.row ?? null;
}
