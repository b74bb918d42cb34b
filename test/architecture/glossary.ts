import type { Language } from '../../src-core/text-ref.ts';

/** One thing, and the one word that the window has for it in a language. */
export interface Term {
  readonly thing: string;
  readonly word: Readonly<Record<Language, string>>;
  /** Words that mean the same and would make two things of one. */
  readonly never: Readonly<Partial<Record<Language, RegExp>>>;
  /** Messages that may say it otherwise, each for its reason. */
  readonly except?: Readonly<Record<string, string>>;
}

/** The trade's words, as an operator in Korea and one elsewhere say them. A word that is changed is changed here first. */
export const GLOSSARY: readonly Term[] = [
  {
    thing: 'a book whose files the service has closed',
    word: { ko: '마감', en: 'finalized' },
    never: { ko: /최종화|파일 확정|확정된 파일|확정됨/, en: /finalised/i },
  },
  {
    thing: 'an order that the print house has taken on (CONFIRMED)',
    word: { ko: '제작 확정', en: 'production confirmed' },
    never: { ko: /제작확정|(?<!제작 )확정/ },
  },
  {
    thing: 'a sum that a person says yes to',
    word: { ko: '승인', en: 'approve' },
    never: { ko: /금액을? 확정|결제 확정/, en: /confirm (the|a) sum|sum is confirmed/i },
  },
  {
    thing: 'a status of an order',
    word: { ko: '제작 완료', en: 'complete' },
    never: { ko: /(제작|배송|결제|준비)완료/ },
  },
  { thing: 'what is in a book or an order', word: { ko: '콘텐츠', en: 'content' }, never: { ko: /컨텐츠/ } },
  {
    thing: 'a book',
    word: { ko: '책', en: 'book' },
    never: { ko: /앨범/, en: /\balbums?\b/i },
  },
  { thing: 'the price of one copy', word: { ko: '권당 가격', en: 'unit price' }, never: { ko: /단가|개당|부당 가격/ } },
  {
    thing: 'copies of a book',
    word: { ko: '부수', en: 'copies' },
    never: { ko: /수량/, en: /\bquantit(y|ies)\b/i },
    except: { 'errors.MANIFEST_NO_COLUMNS': 'names the columns as people write them' },
  },
  { thing: 'a book spec', word: { ko: '규격', en: 'spec' }, never: { ko: /스펙|사양/ } },
  {
    thing: 'what lies inside a book',
    word: { ko: '내지', en: 'contents' },
    never: { ko: /속지|내페이지/, en: /inner pages|inside pages/i },
  },
  { thing: 'the back of a book', word: { ko: '책등', en: 'spine' }, never: { ko: /세네카|등폭/ } },
  {
    thing: 'the picture beyond the trim',
    word: { ko: '도련', en: 'bleed' },
    never: { ko: /블리드(?! 박스)|재단 여백|여분 재단/ },
  },
  {
    thing: 'cloth or paper that wraps the boards',
    word: { ko: '싸바리 여백', en: 'wrap' },
    never: { ko: /싸바리 여분/ },
  },
  {
    thing: 'two pages that lie open',
    word: { ko: '펼침면', en: 'spread' },
    never: { ko: /스프레드(?!시트)|양면 페이지/ },
  },
  { thing: 'a page, counted', word: { ko: '쪽', en: 'page' }, never: { ko: /\}페이지/ } },
  { thing: 'how much may be off', word: { ko: '허용 오차', en: 'tolerance' }, never: { ko: /공차|(?<!허용 )오차/ } },
  {
    thing: 'what the service says it will cost',
    word: { ko: '견적', en: 'estimate' },
    never: { ko: /예상 금액|산출가/ },
  },
  { thing: 'prepaid money', word: { ko: '충전금', en: 'credit' }, never: { ko: /크레딧|예치금|선불금/ } },
  {
    thing: 'prepaid money that is put in',
    word: { ko: '충전', en: 'added' },
    never: { en: /charge \{sum\}|credit charged|(sandbox|credit) charge\b/i },
  },
  {
    thing: 'movements of the credit',
    word: { ko: '거래 내역', en: 'transactions' },
    never: { ko: /원장|대사/, en: /\bledger\b/i },
  },
  {
    thing: 'where an order goes',
    word: { ko: '배송지', en: 'address' },
    never: { ko: /수령지|배달지/, en: /change delivery/i },
  },
  { thing: 'who gets it', word: { ko: '받는 분', en: 'recipient' }, never: { ko: /수령인|수취인|받는 사람|받는분/ } },
  { thing: 'the second line of an address', word: { ko: '상세주소', en: 'detail' }, never: { ko: /상세 주소/ } },
  {
    thing: 'the number of an order',
    word: { ko: '주문번호', en: 'order number' },
    never: { ko: /주문 번호|주문 ID/i, en: /order ID/ },
  },
  {
    thing: 'the number of a parcel',
    word: { ko: '송장번호', en: 'tracking number' },
    never: { ko: /운송장|송장 번호|트래킹/, en: /waybill/i },
  },
  { thing: 'the list of requests', word: { ko: '활동 기록', en: 'activity' }, never: { ko: /활동(?! 기록)/ } },
  {
    thing: 'a folder that is watched',
    word: { ko: '핫 폴더', en: 'hot folder' },
    never: { ko: /감시 폴더|핫폴더/, en: /watch(ed)? folder/i },
  },
  {
    thing: 'the environment without money',
    word: { ko: '샌드박스', en: 'Sandbox' },
    never: { ko: /테스트 환경|모래상자/ },
  },
  {
    thing: 'the environment with money',
    word: { ko: '실서비스', en: 'Live' },
    never: { ko: /(?<!드)라이브(?!러리)|운영 환경|프로덕션/, en: /\bproduction environment\b/i },
  },
  {
    thing: 'what the service will not take',
    word: { ko: '접수 불가', en: 'refused' },
    never: { ko: /접수 거절|반려/, en: /\bblocked\b/i },
  },
  {
    thing: 'keys of the keyboard',
    word: { ko: '단축키', en: 'shortcuts' },
    never: { ko: /바로 가기 키|핫키/, en: /\bhot ?keys?\b/i },
  },
  { thing: 'what goes on without a person', word: { ko: '자동으로', en: 'by itself' }, never: { ko: /저절로/ } },
];
