import { closeSync, mkdirSync, openSync, statSync, utimesSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { CONTRACTS } from '../../../src-core/contract/profiles.ts';
import { ORDER_STATUSES, type Order, type OrderListItem, type OrderStatus } from '../../../src-core/contract/orders.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import type { SecretStore } from '../../../src-core/ports.ts';
import { readCatalogue } from '../../../src-node/catalogue-file.ts';
import { contextKeyOf, rulesKeyOf } from '../../../src-main/desk/checks/order-key.ts';
import { packFacts } from '../../../src-main/desk/files/packed-facts.ts';
import { insertMany } from '../../../src-main/desk/store/insert-many.ts';
import { openStore, type Store } from '../../../src-main/desk/store/open-store.ts';
import { plainStore } from '../../../src-main/desk/store/testing/plain-store.ts';
import {
  books,
  connections,
  deeperChecks,
  deliveries,
  deskValues,
  files,
  jobs,
  orderEvents,
  orderIntentItems,
  orderIntents,
  orders,
} from '../../../src-main/desk/store/schema.ts';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { RawPdfWriter } from '../../fixtures/pdf/raw-pdf.ts';

export const CONNECTION_ID = 'remote-big';
/** The service of `startBigService` takes any. */
export const BIG_KEY = 'SBbig0000000.secret';
const SPEC_UID = 'SQUAREBOOK_HC';
/** Page counts and quantities of the books in turn: so many different prices, however many books. */
const PAGE_COUNTS = [24, 26, 28, 30] as const;
const QUANTITIES = [1, 2] as const;
/** Sizes of files repeat after so many books, as those of real folders do. */
const SIZES = 1_000;
const FIRST_MS = Date.UTC(2026, 8, 1);
const A_SLICE = 500;

/** `mixed` has books of every stage by turns, with names as customers write them and a queue that is paused. */
export type SeededStage = 'ready' | 'uploaded' | 'ordered' | 'mixed';

interface Standing extends Pick<typeof books.$inferInsert, 'stage' | 'verdict' | 'print' | 'headline'> {
  readonly delivery: 'queued' | 'failed' | 'uploaded' | 'ordered' | null;
}

const READY: Standing = { stage: 'ready', verdict: 'accepted', print: 'good', headline: null, delivery: null };
const TOO_NARROW = { key: 'findings.size.width.title', params: { measuredMm: 544, allowedMm: 550, toleranceMm: 2 } };
const MIXED: readonly Standing[] = [
  READY,
  { ...READY, delivery: 'uploaded' },
  { ...READY, delivery: 'ordered' },
  { ...READY, stage: 'blocked', verdict: 'refused', print: 'bad', headline: TOO_NARROW },
  {
    ...READY,
    verdict: 'warning',
    print: 'look',
    headline: { key: 'findings.text.small.title', params: { count: 3, allowed: 6, least: 4 } },
  },
  { ...READY, delivery: 'queued' },
  { ...READY, delivery: 'failed' },
  { ...READY, stage: 'needsYou', verdict: 'notChecked' },
  { ...READY, delivery: 'uploaded' },
  { ...READY, stage: 'incomplete', verdict: 'notChecked' },
];
const MESSY_TITLES = [
  '김민수 ♥ 이서연 (최종)(진짜 최종)',
  'KIM_LEE__wedding   FINAL v2',
  `${'아주 긴 이름의 앨범 '.repeat(9)}끝`,
  'ㄱㅁㅅ',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467} 가족앨범 2026',
  '박지훈'.normalize('NFD'),
  '"quotes" <b>bold</b> & 100% ${money}',
  'ألبوم الزفاف',
] as const;

function standingOf(stage: SeededStage, at: number): Standing {
  if (stage === 'mixed') return MIXED[at % MIXED.length] as Standing;
  return { ...READY, delivery: stage === 'ready' ? null : stage };
}

export interface BigDeskSeed {
  readonly books: number;
  readonly stage: SeededStage;
  /** Where the service of the connection answers. */
  readonly baseUrl: string;
  /** The checks were made by another version, so that opening judges every book anew. */
  readonly isToBeJudged?: boolean;
}

/**
 * A desk's store as it is after months of work: so many books with files on the disk, checked to the last level, on one
 * remote connection. `dataDir` is the desk's own folder; the PDFs lie in `drop`.
 */
export function seedBigDesk(
  dataDir: string,
  drop: string,
  repository: ReturnType<typeof placesIn>,
  seed: BigDeskSeed,
): void {
  mkdirSync(drop, { recursive: true });
  const specs = readCatalogue(repository.catalogue).map(({ origin: _, ...spec }) => spec);
  const store = openStore(dataDir, plainStore(repository.migrations));
  try {
    seedConnection(store.db, specs, seed);
    const spec = specs.find((one) => one.bookSpecUid === SPEC_UID);
    if (spec === undefined) throw new Error(`the catalogue has no ${SPEC_UID}`);
    const printed = PAGE_COUNTS.map((pages) => samplePdf(drop, pages, 249, 254));
    const cover = samplePdf(drop, 1, 544, 288);
    for (let at = 0; at < seed.books; at += A_SLICE) {
      store.db.transaction(() =>
        seedBooks(store.db, { spec, cover, printed, drop, seed, from: at, to: Math.min(seed.books, at + A_SLICE) }),
      );
    }
  } finally {
    store.close(Date.now());
  }
}

export const memorySecret: SecretStore = {
  state: 'sessionOnly',
  get: async () => BIG_KEY,
  set: async () => undefined,
  delete: async () => undefined,
};

/** What `seedBigDesk` and `createDesk` need of the repository at `root`. */
export const placesIn = (root: string) => ({
  migrations: join(root, 'src-main/desk/store/migrations'),
  catalogue: join(root, 'resources/catalogue/book-specs.json'),
});

function seedConnection(db: Store, specs: BookSpec[], { baseUrl, stage, isToBeJudged = false }: BigDeskSeed): void {
  db.insert(connections)
    .values({
      connectionId: CONNECTION_ID,
      kind: 'remote',
      name: 'Print house',
      environment: 'sandbox',
      baseUrl,
      keyPrefix: 'SBbig0000000',
      contract: 'specified',
      isActive: true,
      specs,
      createdAtMs: FIRST_MS,
    })
    .run();
  if (stage === 'mixed') db.insert(deskValues).values({ name: 'queue.paused', value: true }).run();
  const judgedBy = rulesKeyOf({
    connectionId: CONNECTION_ID,
    contract: CONTRACTS.specified,
    specs,
    thresholds: { studio: {}, printHouse: {} },
  });
  if (!isToBeJudged) db.insert(deskValues).values({ name: 'checks.judgedBy', value: judgedBy }).run();
}

export interface SamplePdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly facts: ReturnType<typeof packFacts>;
}

export function samplePdf(drop: string, pages: number, widthMm: number, heightMm: number): SamplePdf {
  const points = (mm: number) => ((mm * 72) / 25.4).toFixed(3);
  const writer = new RawPdfWriter();
  const kids = Array.from({ length: pages }, (_, page) => `${3 + page} 0 R`).join(' ');
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>').object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  for (let page = 0; page < pages; page++)
    writer.object(3 + page, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(widthMm)} ${points(heightMm)}] >>`);
  writer.table({ trailer: '/Root 1 0 R' });
  const bytes = writer.finish();
  const file = join(drop, `sample-${pages}.bin`);
  writeWhole(file, [bytes]);
  return { bytes, pages, facts: packFacts(readPdfFile(file)) };
}

function writeWhole(file: string, parts: readonly Uint8Array[]): void {
  const fd = openSync(file, 'w');
  for (const part of parts) writeSync(fd, part);
  closeSync(fd);
}

interface Slice {
  readonly spec: BookSpec;
  readonly cover: SamplePdf;
  readonly printed: readonly SamplePdf[];
  readonly drop: string;
  readonly seed: BigDeskSeed;
  readonly from: number;
  readonly to: number;
}

function seedBooks(db: Store, { spec, cover, printed, drop, seed, from, to }: Slice): void {
  const fileRows: (typeof files.$inferInsert)[] = [];
  const bookRows: (typeof books.$inferInsert)[] = [];
  const deeperRows: (typeof deeperChecks.$inferInsert)[] = [];
  const deliveryRows: (typeof deliveries.$inferInsert)[] = [];
  for (let at = from; at < to; at++) {
    const number = String(at).padStart(5, '0');
    const contents = printed[at % printed.length] as SamplePdf;
    const findings = [marked(at)];
    const { delivery, ...standing } = standingOf(seed.stage, at);
    const ids = (['cover', 'contents'] as const).map((kind) => {
      const { bytes, facts } = kind === 'cover' ? cover : contents;
      const name = `김민수 ${number}_${kind}.pdf`;
      const path = join(drop, name);
      writeWhole(path, [bytes, Buffer.from(`\n%${'x'.repeat(at % SIZES)}`)]);
      utimesSync(path, FIRST_MS / 1000, FIRST_MS / 1000);
      const { size: sizeBytes, mtimeMs: modifiedAtMs, ctimeMs: changedAtMs } = statSync(path);
      const fileId = `f_${kind}_${number}`;
      fileRows.push({
        fileId,
        importId: `imp_${Math.floor(at / A_SLICE)}`,
        path,
        folder: [],
        name,
        sizeBytes,
        modifiedAtMs,
        changedAtMs,
        facts,
        sha256: `${kind}${number}`,
        presence: 'present',
      });
      const contextKey = contextKeyOf(
        { sizeBytes, modifiedAtMs },
        {
          kind,
          spec,
          pageCount: contents.pages,
          contract: CONTRACTS.specified,
          thresholds: { studio: {}, printHouse: {} },
        },
      );
      deeperRows.push({
        fileId,
        kind,
        contextKey,
        level: 3,
        findings: kind === 'contents' ? findings : [],
        summary: {
          firstPageWords: kind === 'cover' ? [`김민수 ${number}`, '2026'] : [],
          overprintPages: [],
          notSimulatedPages: [],
        },
      });
      return fileId;
    });
    bookRows.push({
      bookId: `b_${number}`,
      importId: `imp_${Math.floor(at / A_SLICE)}`,
      title: seed.stage === 'mixed' ? `${MESSY_TITLES[at % MESSY_TITLES.length]} ${number}` : `김민수 ${number}`,
      batch: '2026-09 웨딩',
      specUid: SPEC_UID,
      specOrigin: 'guessed',
      quantity: QUANTITIES[Math.floor(at / printed.length) % QUANTITIES.length] as number,
      coverFileId: ids[0] ?? null,
      contentsFileId: ids[1] ?? null,
      pairing: { key: 'library.pairing.suffix', params: { stem: number, cover: '', contents: '' } },
      ...standing,
      checkedLevel: 3,
      pageCount: contents.pages,
      findings,
      addedAtMs: FIRST_MS + at,
    });
    if (delivery !== null) {
      const isOrdered = delivery === 'ordered';
      const isSent = isOrdered || delivery === 'uploaded';
      deliveryRows.push({
        connectionId: CONNECTION_ID,
        bookId: `b_${number}`,
        stage: delivery,
        bookUid: isSent ? `bk_${number}` : null,
        orderUid: isOrdered ? `or_${number}` : null,
        orderedAtMs: isOrdered ? FIRST_MS + at : null,
      });
      seedJob(db, at, number, delivery);
      if (isOrdered) seedOrder(db, at, number);
    }
  }
  db.insert(files).values(fileRows).run();
  insertMany(db, books, bookRows);
  insertMany(db, deeperChecks, deeperRows);
  insertMany(db, deliveries, deliveryRows);
}

function seedJob(db: Store, at: number, number: string, delivery: NonNullable<Standing['delivery']>): void {
  const file = { fileId: '', name: '', path: '', sizeBytes: 1_000, modifiedAtMs: FIRST_MS };
  if (delivery === 'queued' || delivery === 'failed') {
    const state =
      delivery === 'queued'
        ? ({ status: 'waiting', step: 'create' } as const)
        : ({ status: 'failed', step: 'contents', code: 'SERVICE_REFUSED' } as const);
    const problem = delivery === 'failed' ? TOO_NARROW : null;
    db.insert(jobs)
      .values({
        jobId: `job_${number}`,
        connectionId: CONNECTION_ID,
        bookId: `b_${number}`,
        state,
        cover: file,
        contents: file,
        receipts: [],
        attempts: 0,
        problem,
        createdAtMs: FIRST_MS + at,
        turn: at,
      })
      .run();
    return;
  }
  const receipts = (['cover', 'contents'] as const).map((kind) => ({
    kind,
    name: `${number}_${kind}.pdf`,
    sizeBytes: 1_000,
    sha256: `${kind}${number}`,
    atMs: FIRST_MS + at,
  }));
  db.insert(jobs)
    .values({
      jobId: `job_${number}`,
      connectionId: CONNECTION_ID,
      bookId: `b_${number}`,
      state: { status: 'done' },
      cover: file,
      contents: file,
      bookUid: `bk_${number}`,
      receipts,
      attempts: 0,
      createdAtMs: FIRST_MS + at,
      turn: at,
    })
    .run();
}

const STATUSES = ['PAID', 'CONFIRMED', 'IN_PRODUCTION', 'SHIPPED', 'DELIVERED'] as const satisfies OrderStatus[];

/** An order as a list gives it. */
export function orderItem(at: number): OrderListItem {
  const number = String(at).padStart(5, '0');
  const orderStatus = STATUSES[at % STATUSES.length] as (typeof STATUSES)[number];
  const atIso = new Date(FIRST_MS + at).toISOString();
  return {
    orderUid: `or_${number}`,
    accountUid: 'ac_big',
    accountName: 'Studio',
    accountOrganizationName: null,
    orderType: 'NORMAL',
    externalRef: `bps-${number}`,
    orderStatus,
    orderStatusDisplay: ORDER_STATUSES[orderStatus].display,
    totalAmount: 15_600,
    paidCreditAmount: 17_160,
    paymentMethod: 'CREDIT',
    itemCount: 1,
    recipientName: '홍길동',
    isTest: true,
    orderedAt: atIso,
    createdAt: atIso,
  };
}

function wholeOrder(at: number): Order {
  const { itemCount: _, ...item } = orderItem(at);
  return {
    ...item,
    totalProductAmount: 12_100,
    totalShippingFee: 3_500,
    totalPackagingFee: 0,
    creditBalanceAfter: null,
    recipientPhone: '010-1234-5678',
    postalCode: '06236',
    address1: '서울특별시 강남구 테헤란로 152',
    address2: null,
    shippingMemo: null,
    trackingNumber: `6${String(at).padStart(11, '0')}`,
    trackingCarrier: 'CJ',
    cancelReason: null,
    refundAmount: null,
    paidAt: item.orderedAt,
    cancelledAt: null,
    shippedAt: null,
    deliveredAt: null,
    items: [],
  };
}

function seedOrder(db: Store, at: number, number: string): void {
  const item = orderItem(at);
  const orderedAtMs = FIRST_MS + at;
  db.insert(orders)
    .values({
      connectionId: CONNECTION_ID,
      orderUid: item.orderUid,
      item,
      status: item.orderStatus,
      statusSinceMs: orderedAtMs,
      changedAtMs: null,
      orderedAtMs,
    })
    .run();
  db.insert(orderEvents)
    .values({ connectionId: CONNECTION_ID, orderUid: item.orderUid, status: item.orderStatus, sinceMs: orderedAtMs })
    .run();
  db.insert(orderIntents)
    .values({
      intentId: `bps-${number}`,
      runId: 'run_big',
      connectionId: CONNECTION_ID,
      position: at,
      state: 'ordered',
      orderUid: item.orderUid,
      chargeMinor: 1_716_000,
      attempts: 1,
    })
    .run();
  db.insert(orderIntentItems)
    .values({ intentId: `bps-${number}`, position: 0, bookId: `b_${number}`, bookUid: `bk_${number}`, quantity: 1 })
    .run();
}

/** A remark with marks on a page, as level 2 writes it. */
function marked(at: number): Finding {
  const objects = Array.from({ length: 12 }, (_, place) => ({
    page: 1 + ((at + place) % 24),
    quadMm: [1, 1, 9, 1, 9, 9, 1, 9],
    kind: 'image' as const,
    excerpt: `DSC_${at + place}.jpg 4000 × 3000`,
    measured: 212 + place,
  }));
  return {
    ruleId: 'image.resolution',
    severity: 'info',
    kind: 'contents',
    pages: [1],
    measured: { value: 212, unit: 'ppi' },
    allowed: { value: 240, unit: 'ppi' },
    tolerance: null,
    params: {},
    cause: null,
    remedies: [],
    source: { key: 'findings.source.self' },
    origin: 'builtIn',
    objects,
    objectCount: objects.length,
    box: null,
    causeKey: 'image.resolution',
    fixes: [],
  };
}

export interface CountedCall {
  readonly method: string;
  readonly path: string;
}

export interface BigService {
  readonly baseUrl: string;
  readonly calls: readonly CountedCall[];
  close(): Promise<void>;
}

export interface BigServiceOptions {
  /** Length of the order list. */
  readonly orders?: number;
  readonly pricePerPage?: number;
  readonly env?: 'test' | 'live';
  /** Asked with every call. */
  readonly credit?: () => number;
  /** Where the order of this number stands by now, and its parcel; asked with every call. */
  readonly standing?: (at: number) => { readonly status?: OrderStatus; readonly trackingNumber?: string | null };
}

/**
 * The calls that a desk makes while nothing is sent, answered from figures. What a price is follows from the book's
 * number as `seedBigDesk` gave it; `orders` is the length of the order list.
 */
export async function startBigService({
  orders: orderCount = 0,
  pricePerPage = 100,
  env = 'test',
  credit = () => 1_000_000_000,
  standing = () => ({}),
}: BigServiceOptions = {}): Promise<BigService> {
  const calls: CountedCall[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://desk');
    calls.push({ method: request.method ?? '', path: url.pathname });
    void bodyOf(request).then((body) => {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify(answerTo(request.method ?? '', url, body, { orderCount, pricePerPage, env, credit, standing })),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    calls,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function answerTo(
  method: string,
  url: URL,
  body: string,
  {
    orderCount,
    pricePerPage,
    env,
    credit,
    standing,
  }: { readonly orderCount: number } & Required<
    Pick<BigServiceOptions, 'pricePerPage' | 'env' | 'credit' | 'standing'>
  >,
): object {
  const moved = <T extends OrderListItem | Order>(order: T, at: number): T => {
    const { status = order.orderStatus, ...parcel } = standing(at);
    return {
      ...order,
      orderStatus: status,
      orderStatusDisplay: ORDER_STATUSES[status].display,
      ...('trackingNumber' in order ? parcel : {}),
    };
  };
  const success = (data: unknown) => ({ success: true, message: 'OK', data });
  const atIso = new Date(FIRST_MS).toISOString();
  if (url.pathname.endsWith('/book-specs')) return success([]);
  if (url.pathname.endsWith('/credits')) {
    const amount = credit();
    return success({
      accountUid: 'ac_big',
      balance: amount,
      currency: 'KRW',
      env,
      paidCreditAmount: amount,
      freeCreditAmount: 0,
      totalCreditAmount: amount,
      createdAt: atIso,
      updatedAt: atIso,
    });
  }
  if (url.pathname.endsWith('/orders/estimate'))
    return success(estimateOf(JSON.parse(body) as EstimateBody, pricePerPage));
  if (method === 'POST' && url.pathname.endsWith('/orders')) return success(placedOrder(JSON.parse(body) as OrderBody));
  const one = /\/orders\/or_(\d+)$/.exec(url.pathname);
  if (one !== null) return success(moved(wholeOrder(Number(one[1])), Number(one[1])));
  const limit = Number(url.searchParams.get('limit') ?? 20);
  const offset = Number(url.searchParams.get('offset') ?? 0);
  const data = Array.from({ length: Math.max(0, Math.min(limit, orderCount - offset)) }, (_, at) =>
    moved(orderItem(orderCount - 1 - offset - at), orderCount - 1 - offset - at),
  );
  return { ...success(data), pagination: { total: orderCount, limit, offset, hasNext: offset + limit < orderCount } };
}

interface OrderBody extends EstimateBody {
  readonly externalRef: string;
}

/** Charged as `wholeOrder` is, whatever the book. */
const placedOrder = ({ items: [item], externalRef }: OrderBody): Order => ({
  ...wholeOrder(Number(item?.bookUid.replace('bk_', ''))),
  externalRef,
  orderStatus: 'PAID',
  orderStatusDisplay: ORDER_STATUSES.PAID.display,
});

interface EstimateBody {
  readonly items: readonly { readonly bookUid: string; readonly quantity: number }[];
}

/** Product, shipping of an order of its own, VAT of a tenth, and a hundredth that makes sums tell how they were added. */
function estimateOf({ items }: EstimateBody, pricePerPage: number): object {
  const lines = items.map(({ bookUid, quantity }) => {
    const pageCount = PAGE_COUNTS[Number(bookUid.slice(3)) % PAGE_COUNTS.length] as number;
    const unitPrice = (pageCount * pricePerPage * 100 + 1) / 100;
    return {
      bookUid,
      bookSpecUid: SPEC_UID,
      pageCount,
      quantity,
      unitPrice,
      itemAmount: Math.round(unitPrice * quantity * 100) / 100,
      packagingFee: 0,
    };
  });
  const productAmount = Math.round(lines.reduce((sum, line) => sum + line.itemAmount * 100, 0)) / 100;
  const shippingFee = 3_500;
  const totalAmount = Math.round((productAmount + shippingFee) * 100) / 100;
  const paidCreditAmount = Math.round(totalAmount * 110) / 100;
  return {
    items: lines,
    productAmount,
    shippingFee,
    boxCount: 1,
    packagingFee: 0,
    totalAmount,
    paidCreditAmount,
    creditBalance: 0,
    creditSufficient: true,
    currency: 'KRW',
  };
}
