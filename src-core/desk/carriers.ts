interface Carrier {
  /** As services write it: codes, Korean and English names, each as `nameKey` makes it. */
  readonly names: readonly string[];
  /** Its public page for a parcel; the number follows. */
  readonly page: string;
}

/** Carriers whose public page takes the number in its address. One that is not sure of that stays out: a page of nothing helps nobody. */
const CARRIERS: readonly Carrier[] = [
  {
    names: [
      'cj',
      'cj대한통운',
      'cj대한통운택배',
      'cj택배',
      '대한통운',
      '대한통운택배',
      'cjlogistics',
      'cjkoreaexpress',
    ],
    page: 'https://trace.cjlogistics.com/next/tracking.html?wblNo=',
  },
  {
    names: ['hanjin', '한진', '한진택배', 'hanjinexpress', 'hanjinlogistics', 'hanjintransportation'],
    page: 'https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&schLang=KR&wblnum=',
  },
  {
    names: ['lotte', '롯데', '롯데택배', '롯데글로벌로지스', 'lottelogistics', 'lottegloballogistics', 'lotteexpress'],
    page: 'https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo=',
  },
  {
    names: ['epost', '우체국', '우체국택배', 'koreapost', 'koreapostparcel'],
    page: 'https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1=',
  },
  {
    names: ['logen', '로젠', '로젠택배', 'logenexpress', 'logenlogistics', 'ilogen'],
    page: 'https://www.ilogen.com/web/personal/trace/',
  },
  { names: ['ups', '유피에스', 'unitedparcelservice'], page: 'https://www.ups.com/track?tracknum=' },
  { names: ['fedex', '페덱스', 'fedexexpress', 'federalexpress'], page: 'https://www.fedex.com/fedextrack/?trknbr=' },
  { names: ['dhl', '디에이치엘', 'dhlexpress'], page: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=' },
];

const PAGES = new Map(CARRIERS.flatMap(({ names, page }) => names.map((name) => [name, page] as const)));

/** Longer than any carrier's number. */
const NUMBER = /^[A-Za-z0-9]{1,40}$/;

/** The same for `CJ Logistics`, `cj-logistics` and `ＣＪ logistics`, and for Hangul that a Mac took apart. */
const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * The https address of a carrier's public page for a parcel. Null where the carrier is not known, or the number holds anything but
 * Latin letters, digits, hyphens and spaces; hyphens and spaces are left out, as every one of these pages takes it.
 */
export function trackingPageOf(carrier: string | null, number: string | null): string | null {
  const page = carrier === null ? undefined : PAGES.get(nameKey(carrier));
  const bare = number?.replaceAll(/[- ]/g, '') ?? '';
  return page === undefined || !NUMBER.test(bare) ? null : `${page}${bare}`;
}
