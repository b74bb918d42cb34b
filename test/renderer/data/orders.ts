import type {
  OrderDetail,
  OrderReview,
  OrderRow,
  OpenRun,
  OrderRunState,
  RunRow,
} from '../../../src-core/ipc/subjects/orders.ts';
import { planOrders } from '../../../src-core/desk/order-plan.ts';
import { isWaiting } from '../../../src-core/orders/late-orders.ts';
import type { Recipient } from '../../../src-core/desk/recipients.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { ORDER_STATUSES, type OrderStatus, type Shipping } from '../../../src-core/contract/orders.ts';

const HOUR_MS = 3_600_000;
const on = { allowed: true, reason: null };
const shut = { allowed: false, reason: { key: 'orders.cancel.closed' } };

const TITLES = [
  '김민수·이서연 웨딩',
  'Kim & Lee wedding',
  'Park family 2026',
  '제주 여행 사진집',
  'Choi graduation',
  'Yoon first birthday',
  '한라산 사계',
  'Studio portfolio, spring and summer edition with every double page',
];
const NAMES = ['김민수', '이서연', '박지훈', 'Anna Schmidt', '최유진', '정하늘'];
const STATUSES: OrderStatus[] = [
  'PDF_READY',
  'PDF_READY',
  'PAID',
  'CONFIRMED',
  'IN_PRODUCTION',
  'SHIPPED',
  'DELIVERED',
  'PDF_READY',
  'IN_PRODUCTION',
  'PRODUCTION_COMPLETE',
  'CANCELLED_REFUND',
  'COMPLETED',
  'ERROR',
  'SHIPPED',
  'PAID_AWAITING_CONTENT',
];

const SPECS = [
  { specUid: 'SQUAREBOOK_HC', name: '고화질 스퀘어북 (하드커버)' },
  { specUid: 'PHOTOBOOK_A4_SC', name: 'A4 소프트커버 포토북' },
  { specUid: 'LAYFLAT_10', name: null },
] as const;
const BATCHES = ['2026-09 웨딩', 'Jeju trip', '졸업앨범 3반', ''] as const;

/** Eight orders after each other are of one import. */
function batchOf(nowMs: number, index: number): OrderRow['batches'][number] {
  const at = Math.floor(index / 8);
  return { batchId: `imp_${at}`, name: BATCHES[at % BATCHES.length] ?? '', addedAtMs: nowMs - (at * 24 + 5) * HOUR_MS };
}

/** Where `hasLate`, three of them stand still for longer than the studio takes as normal. */
export function orderRows(nowMs: number, { count = 64, hasLate = false } = {}): OrderRow[] {
  return Array.from({ length: count }, (_, index) => {
    const orderStatus = STATUSES[index % STATUSES.length] ?? 'PAID';
    const isLate = hasLate && (index === 7 || index === 15 || index === 19);
    const isOpen = orderStatus === 'PAID' || orderStatus === 'PDF_READY';
    const isShipped = orderStatus === 'SHIPPED' || orderStatus === 'DELIVERED';
    const charge = 17_160 + (index % 7) * 3_080;
    // One of them is of two books.
    const isTwo = isOpen && index % 4 === 3;
    return {
      orderUid: `or_${String(1000 + index)}aB3kQ9`,
      accountUid: 'ac_1',
      accountName: '빛나는 스튜디오',
      accountOrganizationName: null,
      orderType: 'NORMAL' as const,
      externalRef: null,
      orderStatus,
      orderStatusDisplay: ORDER_STATUSES[orderStatus].display,
      totalAmount: Math.round(charge / 1.1),
      paidCreditAmount: charge,
      paymentMethod: 'CREDIT' as const,
      itemCount: isTwo ? 2 : 1,
      recipientName: NAMES[index % NAMES.length] ?? '',
      isTest: true,
      orderedAt: new Date(nowMs - index * 3 * HOUR_MS).toISOString(),
      createdAt: new Date(nowMs - index * 3 * HOUR_MS).toISOString(),
      bookTitles: [TITLES[index % TITLES.length] ?? '', ...(isTwo ? [TITLES[(index + 1) % TITLES.length] ?? ''] : [])],
      batches: isTwo
        ? [batchOf(nowMs, index), batchOf(nowMs, index + 8)]
        : index % 16 === 9
          ? []
          : [batchOf(nowMs, index)],
      specs: isTwo ? [SPECS[0], SPECS[1]] : [SPECS[index % SPECS.length] ?? SPECS[0]],
      cancelledItems: 0,
      statusSinceMs: nowMs - index * HOUR_MS - (isLate ? 4 * 24 * HOUR_MS : 0),
      lateAtMs: isLate
        ? nowMs - (index + 1) * HOUR_MS
        : hasLate && isWaiting(orderStatus)
          ? nowMs + 24 * HOUR_MS
          : null,
      changedSinceSeen: index === 4 || index === 5 || index === 12,
      trackingNumber: isShipped ? `6891${String(30_000_000 + index * 7919)}` : null,
      trackingCarrier: isShipped ? 'CJ대한통운' : null,
      actions: { cancel: isOpen ? on : shut, changeShipping: isOpen ? on : shut },
    };
  });
}

export const shipping: Shipping = {
  recipientName: '김민수',
  recipientPhone: '010-1234-5678',
  postalCode: '06236',
  address1: '서울특별시 강남구 테헤란로 152',
  address2: '강남파이낸스센터 12층',
  memo: '문 앞에 놓아 주세요',
};

export function orderDetail(row: OrderRow, nowMs: number): OrderDetail {
  const { bookTitles, batches: _of, specs: _by, statusSinceMs, changedSinceSeen: _seen, actions, ...listed } = row;
  return {
    order: {
      orderUid: listed.orderUid,
      accountUid: listed.accountUid,
      accountName: listed.accountName,
      accountOrganizationName: null,
      orderType: 'NORMAL',
      externalRef: null,
      orderStatus: listed.orderStatus,
      orderStatusDisplay: listed.orderStatusDisplay,
      isTest: true,
      totalProductAmount: listed.totalAmount - 3000,
      totalShippingFee: 3000,
      totalPackagingFee: 0,
      totalAmount: listed.totalAmount,
      paidCreditAmount: listed.paidCreditAmount,
      paymentMethod: 'CREDIT',
      creditBalanceAfter: null,
      recipientName: row.recipientName,
      recipientPhone: shipping.recipientPhone,
      postalCode: shipping.postalCode,
      address1: shipping.address1,
      address2: shipping.address2 ?? null,
      shippingMemo: shipping.memo ?? null,
      trackingNumber: row.trackingNumber,
      trackingCarrier: row.trackingCarrier,
      cancelReason: null,
      refundAmount: null,
      orderedAt: listed.orderedAt,
      paidAt: listed.orderedAt,
      cancelledAt: null,
      shippedAt: null,
      deliveredAt: null,
      createdAt: listed.createdAt,
      items: bookTitles.map((bookTitle, at) => ({
        itemUid: `it_${at + 1}`,
        bookUid: at === 0 ? 'bk_7hR2' : `bk_7hR2-${at}`,
        bookTitle,
        bookSpecUid: 'SQUAREBOOK_HC',
        bookSpecName: '고화질 스퀘어북 (하드커버)',
        quantity: 1,
        pageCount: 46,
        unitPrice: 18_760,
        itemAmount: 18_760,
        itemStatus: listed.orderStatus,
        itemStatusDisplay: listed.orderStatusDisplay,
        trackingNumber: row.trackingNumber,
        trackingCarrier: row.trackingCarrier,
        shippedAt: null,
        createdAt: listed.createdAt,
      })),
    },
    timeline: [
      {
        atMs: Math.min(statusSinceMs, nowMs) - 5 * HOUR_MS,
        text: { key: 'desk.timeline.finalized', params: { bookUid: 'bk_7hR2' } },
        tone: 'good',
        source: 'desk',
      },
      {
        atMs: Math.min(statusSinceMs, nowMs) - 4.9 * HOUR_MS,
        text: { key: 'desk.timeline.payment', params: { transaction: '502' } },
        money: { amount: row.paidCreditAmount, currency: 'KRW' },
        tone: 'plain',
        source: 'service',
      },
      { atMs: statusSinceMs, text: { key: `orders.status.${listed.orderStatus}` }, tone: 'plain', source: 'sweep' },
    ],
    receipt: {
      estimated: row.paidCreditAmount,
      charged: row.paidCreditAmount,
      books: bookTitles.map((title, at) => ({
        bookUid: at === 0 ? 'bk_7hR2' : `bk_7hR2-${at}`,
        title,
        quantity: 1,
        charged: { unitPrice: 18_760, amount: 18_760 },
        spec: {
          ...{ specUid: 'SQUAREBOOK_HC', name: '고화질 스퀘어북 (하드커버)', pageCount: 46, version: '3fa9c1d27b40' },
          estimated: { unitPrice: 18_760, amount: 18_760 },
        },
        print: { print: 'bad', by: { name: '박서준', reason: '고객이 확인했습니다', atMs: nowMs } },
        files:
          at > 0
            ? []
            : [
                {
                  kind: 'cover',
                  name: '김민수_이서연_cover.pdf',
                  sizeBytes: 4_812_331,
                  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
                },
                {
                  kind: 'contents',
                  name: '김민수_이서연_contents.pdf',
                  sizeBytes: 167_223_901,
                  sha256: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
                },
              ],
      })),
    },
    actions,
  };
}

/** `short`: credit covers five of the eight. `recent`: two of the books were ordered today. */
/** As the desk tells that newer versions have replaced the first two of those books. */
export const formerNotes = (titles: readonly string[]): readonly TextRef[] =>
  titles.slice(0, 2).map((title, index) => ({
    key: 'desk.review.formerVersion',
    params: { title, version: index + 1, newest: index + 3 },
  }));

const recipient = (recipientId: string, recipientName: string, kind: Recipient['kind'] = 'customer'): Recipient => ({
  recipientId,
  kind,
  address: { ...shipping, recipientName },
});

export const recipients: readonly Recipient[] = [
  recipient('rcp_studio', '빛나는 스튜디오', 'studio'),
  ...NAMES.map((name, index) => ({
    ...recipient(`rcp_${index}`, name),
    address: {
      recipientName: name,
      recipientPhone: `010-${String(2_000 + index * 731)}-${String(5_000 + index * 417)}`,
      postalCode: String(6_000 + index * 811).padStart(5, '0'),
      address1: [
        '서울특별시 강남구 테헤란로 152',
        '부산광역시 해운대구 센텀중앙로 79',
        '제주특별자치도 제주시 연동 7길 31',
      ][index % 3] as string,
      ...(index % 2 === 0 ? { address2: `${101 + index}동 ${index + 3}02호` } : {}),
    },
  })),
];

/** Whom each book of the review goes to; the others have no recipient of their own. */
const GOES_TO: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 4: 1 };
const SHIPPING = 3_000;
const withVat = (amount: number) => Math.round(amount * 1.1);

export interface ReviewSample {
  readonly short?: boolean;
  readonly recent?: boolean;
  readonly live?: boolean;
  readonly former?: boolean;
  /** How the window asks; each book on its own without it. */
  readonly plan?: {
    readonly together: boolean;
    readonly apart: readonly (readonly string[])[];
    readonly recipientId: string | null;
  };
}

export function orderReview(nowMs: number, more: ReviewSample = {}): OrderReview {
  const { plan = { together: false, apart: [], recipientId: null } } = more;
  const lines = TITLES.map((title, index) => {
    const quantity = index === 3 ? 2 : 1;
    const unitPrice = 12_600 + (index % 4) * 1_120;
    const to = GOES_TO[index];
    return {
      recipientId: to === undefined ? plan.recipientId : `rcp_${to}`,
      bookId: `book-${index}`,
      title,
      print: index === 2 ? ('bad' as const) : index % 4 === 3 ? ('look' as const) : ('good' as const),
      specName: index % 3 === 0 ? '고화질 스퀘어북 (하드커버)' : 'A4 소프트커버 포토북',
      pageCount: 24 + (index % 4) * 4,
      quantity,
      unitPrice,
      itemAmount: unitPrice * quantity,
    };
  });
  const creditNow = more.short === true ? 90_000 : 1_204_300;
  let left = creditNow;
  const planned = planOrders(lines, { ...plan, itemsMax: 100 });
  const orders = planned.map((ofOrder) => {
    const charge = withVat(ofOrder.reduce((sum, line) => sum + line.itemAmount, SHIPPING));
    left -= charge;
    const fits = left >= 0;
    const [first] = ofOrder;
    return {
      recipient: recipients.find(({ recipientId }) => recipientId === first?.recipientId) ?? null,
      lines: ofOrder.map(({ recipientId: _, ...line }) => ({ ...line, fits, fitsCheapest: false })),
      charge,
    };
  });
  let leftOfCheapest = creditNow;
  for (const order of [...orders].sort((a, b) => a.charge - b.charge)) {
    leftOfCheapest -= order.charge;
    for (const line of order.lines) line.fitsCheapest = leftOfCheapest >= 0;
  }
  const productAmount = lines.reduce((sum, line) => sum + line.itemAmount, 0);
  const shippingFee = orders.length * SHIPPING;
  const charge = orders.reduce((sum, order) => sum + order.charge, 0);
  const fitting = (placed: typeof orders): OrderReview['fit'] => {
    const ofPlaced = placed.flatMap((order) => order.lines);
    const products = ofPlaced.reduce((sum, line) => sum + line.itemAmount, 0);
    const charged = placed.reduce((sum, order) => sum + order.charge, 0);
    return {
      orders: placed.length,
      books: ofPlaced.length,
      copies: ofPlaced.reduce((sum, line) => sum + line.quantity, 0),
      productAmount: products,
      shippingFee: placed.length * SHIPPING,
      packagingFee: 0,
      vatAmount: charged - products - placed.length * SHIPPING,
      charge: charged,
      creditAfter: creditNow - charged,
      saved: withVat((ofPlaced.length - placed.length) * SHIPPING),
    };
  };
  return {
    reviewId: 'rv_1',
    takenAtMs: nowMs,
    environment: more.live === true ? 'live' : 'sandbox',
    orders,
    copies: lines.reduce((sum, line) => sum + line.quantity, 0),
    productAmount,
    shippingFee,
    packagingFee: 0,
    vatAmount: charge - productAmount - shippingFee,
    charge,
    creditNow,
    creditAfter: creditNow - charge,
    shortBy: Math.max(0, charge - creditNow),
    fit: fitting(orders.filter(({ lines: ofOrder }) => ofOrder.every(({ fits }) => fits))),
    fitCheapest: fitting(orders.filter(({ lines: ofOrder }) => ofOrder.every(({ fitsCheapest }) => fitsCheapest))),
    saved: withVat((lines.length - orders.length) * SHIPPING),
    currency: 'KRW',
    warnings: [
      ...(more.former === true ? formerNotes(lines.map(({ title }) => title)) : []),
      ...(more.short === true ? [{ key: 'orders.confirm.why.none' }] : []),
    ],
    orderedRecently:
      more.recent === true
        ? lines.slice(0, 2).map((line, index) => ({
            bookId: line.bookId,
            title: line.title,
            orderUid: `or_${index}`,
            atMs: nowMs - 4 * HOUR_MS,
          }))
        : [],
  };
}

export function orderRun(state: OrderRunState): { readonly state: OrderRunState; readonly rows: RunRow[] } {
  const states: RunRow['state'][] =
    state === 'done'
      ? ['ordered', 'ordered', 'ordered', 'ordered', 'needsYou', 'ordered', 'held', 'held']
      : ['ordered', 'ordered', 'checking', 'sending', 'needsYou', 'waiting', 'waiting', 'waiting'];
  return {
    state,
    rows: TITLES.map((title, index) => {
      const rowState = states[index] ?? 'waiting';
      return {
        intentId: `bps-${index}`,
        position: index,
        titles: index === 1 ? TITLES.slice(0, 3) : [title],
        bookIds: index === 1 ? ['book-0', 'book-1', 'book-2'] : [`book-${index}`],
        recipientName: NAMES[index % NAMES.length] ?? null,
        isPromoted: false,
        repeats: null,
        state: rowState,
        orderUid: rowState === 'ordered' ? `or_${1000 + index}aB3kQ9` : null,
        charge: rowState === 'ordered' ? 17_160 + index * 1_232 : null,
        problem: rowState === 'needsYou' ? { key: 'errors.SERVICE_REFUSED' } : null,
        serviceText: rowState === 'needsYou' ? '확정되지 않은 책은 주문할 수 없습니다.' : null,
      };
    }),
  };
}

/** The newest is under way, the others are not placed whole. */
export function openRuns(nowMs: number, count: number): OpenRun[] {
  return Array.from({ length: count }, (_, index) => {
    const isUnderWay = index === 0;
    return {
      runId: `r${index}`,
      createdAtMs: nowMs - index * 26 * HOUR_MS,
      heldUntilMs: null,
      awaitsCredit: index === 1 ? 412_000 : null,
      orders: 20 - index,
      underWay: isUnderWay ? 8 : 0,
      ordered: 12,
      held: index === 1 ? 7 : 0,
      needsYou: isUnderWay || index === 1 ? 0 : 8 - index,
    };
  });
}
