import { basename, dirname, join, resolve } from 'node:path';
import { LIMITS } from '../src-core/contract/limits.ts';
import { minorToNumber } from '../src-core/contract/money.ts';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import type { BookSpec } from '../src-core/contract/specs.ts';
import { planOrders } from '../src-core/desk/order-plan.ts';
import { recipientKey } from '../src-core/desk/recipients.ts';
import { saidByName } from '../src-core/imports/name-tokens.ts';
import { lineChecker, type KnownBook, type LineState } from '../src-core/manifests/check-lines.ts';
import { foldersAbove } from '../src-core/manifests/folders-above.ts';
import type { ManifestRecipient } from '../src-core/manifests/manifest.ts';
import { priceOrder, type OrderPrice } from '../src-core/orders/order-price.ts';
import { guessSpec } from '../src-core/preflight/fitting-specs.ts';
import { unitPriceMinor } from '../src-core/specs/price.ts';
import { readCatalogue } from '../src-node/catalogue-file.ts';
import { readManifestFile } from '../src-node/manifests/read-manifest-file.ts';
import { openMessages } from '../src-node/report/messages.ts';
import { BadArguments, type OrderArguments } from './arguments.ts';
import { checkBook } from './check-book.ts';
import { namesByFile } from './rules-file.ts';
import { findBooks, missingLine, type FoundBook, type FoundPdf } from './find-books.ts';
import type { ExitCode, Output } from './preflight-command.ts';
import { specsOf } from './service-specs.ts';

/** Lines of which nobody has to decide anything before they are ordered. */
const READY: ReadonlySet<LineState> = new Set(['ready', 'uploaded']);

/** A line that would be ordered, for one recipient. */
interface OrderLine {
  readonly bookId: string;
  readonly recipientId: string | null;
  readonly title: string;
  readonly to: ManifestRecipient | null;
  readonly quantity: number;
  readonly spec: Pick<BookSpec, 'bookSpecUid'>;
  readonly pageCount: number;
}

interface HeldLine {
  readonly key: string;
  readonly rows: readonly number[];
  readonly state: string;
  readonly reasons: readonly string[];
}

/**
 * Shows which orders a list of books would become: held against its files by the app's rules, grouped by recipient, priced by the
 * service's specs where they may be asked for. Sends nothing. Throws BadArguments.
 */
export async function orderCommand(
  args: OrderArguments,
  resources: string,
  { out, problem }: Output,
): Promise<ExitCode> {
  const contract = CONTRACTS[args.contract];
  const messages = openMessages(join(resources, 'locales'), args.language);
  const { ref, say } = messages;
  const names = namesByFile(args.rulesFile, messages);
  const shipped = readCatalogue(join(resources, 'catalogue/book-specs.json'));
  const read = await readManifestFile(args.list, { encoding: null, restoreZeros: true }).catch(() => null);
  if (read === null) throw new BadArguments(`${args.list}: cannot be read`);
  if (!read.ok) {
    problem(
      `${args.list}: ${ref({ key: `errors.${read.code}`, ...('params' in read ? { params: read.params } : {}) })}\n`,
    );
    return 2;
  }
  const priced = args.service === null ? null : await specsOf(args.service, problem, messages);
  if (args.service !== null && priced === null) return 2;
  const specs: readonly BookSpec[] = priced ?? shipped;
  const folders = args.folders.length > 0 ? args.folders : [dirname(resolve(args.list))];
  const { books, missing, empty } = await findBooks(folders, null, names);
  for (const one of missing) problem(missingLine(one, messages));
  for (const path of empty) problem(`${messages.say('report.files.noPdf', { path })}\n`);
  const byId = new Map(books.map((book) => [idOf(book), book]));
  const { manifest } = read;
  const saidOf = ({ pairing }: FoundBook) => (pairing === null ? null : saidByName(pairing, specs, names.rules));
  const specUidOf = (book: FoundBook): string | null => {
    const named = specs.find(({ bookSpecUid }) => bookSpecUid === saidOf(book)?.specUid);
    return (named ?? guessSpec(factsOf(book), specs, contract))?.bookSpecUid ?? null;
  };
  const checker = lineChecker(manifest, {
    books: books.map((book) => known(book, specUidOf(book), saidOf(book))),
    specs,
    reader: names,
    atService: null,
  });
  const lines: OrderLine[] = [];
  const held: HeldLine[] = [];
  for (const listed of manifest.books) {
    const line = checker.check(listed);
    const { key, rows } = listed;
    const hold = (state: string, reasons: readonly string[]) => held.push({ key, rows, state, reasons });
    const book = bookOf(line.pair, line.bookId, byId, books);
    if (!READY.has(line.state) || book === null) {
      hold(line.state, line.reasons.map(ref));
      continue;
    }
    const uid = line.specUid ?? specUidOf(book);
    const spec = specs.find(({ bookSpecUid }) => bookSpecUid === uid);
    if (spec === undefined) {
      hold('needsSpec', [ref({ key: 'findings.book.specMissing.title' })]);
      continue;
    }
    const { report } = await checkBook(book, {
      spec,
      catalogue: specs,
      pages: null,
      contract: args.contract,
      level: 1,
      thresholds: { studio: {}, printHouse: {} },
    });
    if (report.accepted === 'refused' || report.accepted === 'notChecked' || report.pageCount === null) {
      const first = report.groups[0]?.findings[0];
      hold(
        report.accepted,
        first === undefined ? [] : [ref({ key: `findings.${first.ruleId}.title`, params: first.params })],
      );
      continue;
    }
    const { pageCount } = report;
    const common = {
      bookId: idOf(book),
      title: listed.title ?? (saidOf(book)?.title ?? book.title).normalize('NFC'),
      spec,
      pageCount,
    };
    // A list that tells no copies leaves those that the book has.
    const { quantity, recipients } = line.manifestBook ?? listed;
    if (recipients.length === 0)
      lines.push({ ...common, recipientId: null, to: null, quantity: quantity ?? saidOf(book)?.quantity ?? 1 });
    for (const to of recipients)
      lines.push({ ...common, recipientId: recipientKey(to.shipping), to, quantity: to.quantity });
  }
  const rest = checker.rest().filter(({ state }) => state !== 'noLine');
  for (const { key, rows, state, reasons } of rest) held.push({ key, rows, state, reasons: reasons.map(ref) });
  const planned = planOrders(lines, { together: true, apart: [], itemsMax: LIMITS.orderItemsMax });
  const priceOf = (order: readonly OrderLine[]): OrderPrice | null => {
    const items = order.flatMap(({ spec, pageCount, quantity }) => {
      const own = priced?.find(({ bookSpecUid }) => bookSpecUid === spec.bookSpecUid);
      const unit = own === undefined ? null : unitPriceMinor(own, pageCount, args.environment, contract);
      return own === undefined || unit === null
        ? []
        : [{ unitPriceMinor: unit, quantity, booksPerBox: own.booksPerBox }];
    });
    return items.length === order.length ? priceOrder(items, contract) : null;
  };
  const orders = planned.map((order) => ({ order, price: priceOf(order) }));
  const isPriced = orders.length > 0 && orders.every(({ price }) => price !== null);
  const total = isPriced ? orders.reduce((sum, { price }) => sum + (price?.chargeMinor ?? 0n), 0n) : null;
  if (args.json)
    out(
      `${JSON.stringify(
        {
          format: 'book-print-studio/order',
          version: 1,
          orders: orders.map(({ order, price }) => ({
            recipientName: order[0]?.to?.shipping.recipientName ?? null,
            items: order.map(({ title, quantity, spec, pageCount }) => ({
              title,
              quantity,
              bookSpecUid: spec.bookSpecUid,
              pageCount,
            })),
            price: price === null ? null : shownPrice(price),
          })),
          held,
          total: total === null ? null : minorToNumber(total),
          environment: isPriced ? args.environment : null,
        },
        null,
        2,
      )}\n`,
    );
  else {
    for (const [at, { order, price }] of orders.entries()) {
      out(`${at + 1}. ${order[0]?.to?.shipping.recipientName ?? say('report.order.batch')}\n`);
      for (const { title, quantity, spec, pageCount } of order)
        out(`     ${say('report.order.item', { quantity, title, spec: spec.bookSpecUid, pages: pageCount })}\n`);
      if (price !== null) {
        const { product, shipping, charge } = shownPrice(price);
        out(
          `     ${say('report.order.price', { product: String(product), shipping: String(shipping), charge: String(charge) })}\n`,
        );
      }
    }
    for (const { key, rows, state, reasons } of held)
      out(
        `- ${key === '' ? '' : `${key} `}${rows.length === 0 ? '' : say('report.order.rows', { count: rows.length, rows: rows.join(', ') })}: ${[state, ...reasons].join(' · ')}\n`,
      );
    out(
      `${say('report.order.sum', { orders: orders.length, items: lines.length, held: held.length })} · ${
        total === null
          ? say('report.order.noPrices')
          : say('report.order.total', { total: String(minorToNumber(total)), environment: args.environment })
      }\n`,
    );
  }
  // Lines are held for want of the very files that could not be read.
  if (missing.length > 0 || empty.length > 0) return 2;
  return held.length > 0 ? 1 : 0;
}

const shownPrice = ({ productMinor, shippingMinor, totalMinor, chargeMinor, boxCount }: OrderPrice) => ({
  product: minorToNumber(productMinor),
  shipping: minorToNumber(shippingMinor),
  total: minorToNumber(totalMinor),
  charge: minorToNumber(chargeMinor),
  boxCount,
});

const idOf = ({ cover, contents }: FoundBook): string => contents?.path ?? cover?.path ?? '';
const factsOf = ({ cover, contents }: FoundBook) => ({
  cover: cover?.facts ?? null,
  contents: contents?.facts ?? null,
});

/** A found book, as one of the library that nobody has touched yet, with what its name says of it. */
function known(
  book: FoundBook,
  specUid: string | null,
  said: { readonly title: string; readonly quantity: number | null } | null,
): KnownBook {
  const file = (pdf: FoundPdf | null) => {
    if (pdf === null) return null;
    const path = resolve(pdf.path);
    // As in the app, the folder of a file that is named by itself stands for a dropped one.
    const folder = 'folder' in pdf ? (pdf.folder as readonly string[]) : [basename(dirname(path))];
    return { fileId: pdf.path, name: pdf.name, folder, above: foldersAbove(path, folder), sha256: null };
  };
  const isPair = book.cover !== null && book.contents !== null;
  return {
    bookId: idOf(book),
    importId: '',
    title: (said?.title ?? book.title).normalize('NFC'),
    specUid,
    isSpecGiven: false,
    quantity: said?.quantity ?? 1,
    externalRef: null,
    isSavedSince: false,
    cover: file(book.cover),
    contents: file(book.contents),
    isNamedByFolder: book.pairing?.rule === 'folder',
    isMadeHere: false,
    stage: isPair ? 'ready' : 'incomplete',
    bookUid: null,
    headline: null,
    isNear: true,
    goesTo: [],
  };
}

/** What the list makes a book of, or what the folder did. */
function bookOf(
  pair: { readonly cover: { readonly fileId: string }; readonly contents: { readonly fileId: string } } | null,
  bookId: string | null,
  byId: ReadonlyMap<string, FoundBook>,
  books: readonly FoundBook[],
): FoundBook | null {
  if (pair === null) return byId.get(bookId ?? '') ?? null;
  const fileAt = (path: string) =>
    books.flatMap(({ cover, contents }) => [cover, contents]).find((file) => file?.path === path) ?? null;
  const contents = fileAt(pair.contents.fileId);
  return { title: contents?.name ?? '', cover: fileAt(pair.cover.fileId), contents, pairing: null };
}
