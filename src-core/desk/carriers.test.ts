import { describe, expect, it } from 'vitest';
import { trackingPageOf } from './carriers.ts';

const CJ = 'https://trace.cjlogistics.com/next/tracking.html?wblNo=600123456789';
const HANJIN = 'https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&schLang=KR&wblnum=600123456789';
const LOTTE = 'https://www.lotteglogis.com/home/reservation/tracking/linkView?InvNo=600123456789';
const POST = 'https://service.epost.go.kr/trace.RetrieveDomRigiTraceList.comm?sid1=600123456789';
const LOGEN = 'https://www.ilogen.com/web/personal/trace/600123456789';
const UPS = 'https://www.ups.com/track?tracknum=600123456789';
const FEDEX = 'https://www.fedex.com/fedextrack/?trknbr=600123456789';
const DHL = 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=600123456789';

describe("a carrier's page for a parcel", () => {
  it.each([
    ['CJ', CJ],
    ['CJ대한통운', CJ],
    ['CJ 대한통운', CJ],
    ['CJ대한통운'.normalize('NFD'), CJ],
    ['CJ Logistics', CJ],
    ['cj-logistics', CJ],
    ['ＣＪ대한통운', CJ],
    ['대한통운', CJ],
    ['HANJIN', HANJIN],
    ['한진택배', HANJIN],
    ['한진 택배', HANJIN],
    ['Hanjin Express', HANJIN],
    ['LOTTE', LOTTE],
    ['롯데택배', LOTTE],
    ['Lotte Global Logistics', LOTTE],
    ['우체국택배', POST],
    ['우체국', POST],
    ['Korea Post', POST],
    ['로젠택배', LOGEN],
    ['LOGEN', LOGEN],
    ['ups', UPS],
    ['UPS', UPS],
    ['FedEx', FEDEX],
    ['FEDEX', FEDEX],
    ['페덱스', FEDEX],
    ['DHL', DHL],
    ['DHL Express', DHL],
  ])('is known for what a service calls %s', (carrier, page) => {
    expect(trackingPageOf(carrier, '600123456789')).toBe(page);
  });

  it.each([
    ['6001-2345-6789', CJ],
    ['6001 2345 6789', CJ],
    [' 600123456789 ', CJ],
  ])('takes the number %j without what only parts it', (number, page) => {
    expect(trackingPageOf('CJ', number)).toBe(page);
  });

  it('takes letters of a number as they are', () => {
    expect(trackingPageOf('UPS', '1Z 999 AA1 01 2345 6784')).toBe(
      'https://www.ups.com/track?tracknum=1Z999AA10123456784',
    );
  });

  it.each([null, '', '-', '직접배송', 'Hanjin Shipping', 'DHL eCommerce', 'constructor', '__proto__'])(
    'is not guessed for the carrier %j',
    (carrier) => {
      expect(trackingPageOf(carrier, '600123456789')).toBeNull();
    },
  );

  it.each([
    null,
    '',
    ' - ',
    '600123456789, 600123456790',
    '600123456789&to=x',
    '../../evil',
    '600123456789#',
    '%2e%2e',
    '６００１２３４５６７８９',
    '600\n123',
    '송장123',
    '1'.repeat(41),
  ])('is not given for the number %j', (number) => {
    expect(trackingPageOf('CJ', number)).toBeNull();
  });
});
