import { and, eq, max } from 'drizzle-orm';
import { placeEntry } from '../../src-core/composition/compose.ts';
import { EMPTY_BOOK, type PlacementWish } from '../../src-core/composition/flow.ts';
import { sideOfPage, pageMetaOf, pageRuleBreach } from '../../src-core/specs/page-rules.ts';
import type { BreakBefore, ContentsResult, PageSide } from '../../src-core/contract/composition.ts';
import type { Template } from '../../src-core/contract/templates.ts';
import { specOf } from '../books/find-book.ts';
import { pageRuleError } from '../books/page-rule-error.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';
import { bookEntries, books } from '../store/schema.ts';
import { admitEntry } from './admit-entry.ts';
import { requirePhotos } from './gather-pictures.ts';
import type { PreparedEntry } from './prepare-entry.ts';
import { systemValuesOf } from './system-values.ts';
import { warningsOf } from './answer-warnings.ts';

/** The query of POST contents, as it came. */
export interface AskedPlace {
  readonly breakBefore?: BreakBefore | undefined;
  readonly pageSide?: PageSide | undefined;
}

/**
 * Where an entry of this template is to begin: content follows what is there, dividers and publish pages begin a page
 * and alone may ask for its side (service-facts 9.3). Throws 400.
 */
export function wishFor(
  { templateKind, layoutRules }: Pick<Template, 'templateKind' | 'layoutRules'>,
  { breakBefore, pageSide }: AskedPlace,
): PlacementWish {
  if (templateKind === 'content') {
    if (pageSide !== undefined) throw refused('pageSide', 'content 템플릿에는 사용할 수 없습니다', pageSide);
    return { breakBefore: breakBefore ?? 'none', side: null };
  }
  if (breakBefore !== undefined && breakBefore !== 'page')
    throw refused('breakBefore', `${templateKind} 템플릿에는 page만 사용할 수 있습니다`, breakBefore, ['page']);
  if (layoutRules.pages === 2 && pageSide === 'right')
    throw refused('pageSide', '펼침면 템플릿은 왼쪽에서 시작합니다', pageSide, ['left']);
  return { breakBefore: 'page', side: pageSide ?? null };
}

const refused = (field: string, message: string, currentValue: string, requiredValue?: readonly string[]) =>
  new ServiceError('ERR_VALIDATION_FAILED', [`${field}: ${message}`], {
    fieldErrors: [
      { field, message, currentValue, ...(requiredValue === undefined ? {} : { requiredValue }), constraint: 'enum' },
    ],
  });

/**
 * POST contents: the entry behind those that are there. The lock on the book makes entries that come at once follow one
 * another. Throws 400 for a text that has no room and ERR_PAGECOUNT_INVALID when the book would have more pages than its spec allows.
 */
export async function addContents(
  db: Db,
  context: ServiceContext,
  caller: Caller,
  bookUid: string,
  { template, values, photoNames }: PreparedEntry,
  asked: AskedPlace,
): Promise<ContentsResult> {
  const book = await admitEntry(db, caller, bookUid, 'contents', { lock: true });
  await requirePhotos(db, bookUid, photoNames);
  const spec = specOf(context, book);
  const wish = wishFor(template, asked);
  const before = book.flowCursor ?? EMPTY_BOOK;
  const now = new Date(context.clock.nowMs());
  const { cursor, firstPage, joined, fits, pictures } = placeEntry({
    template,
    values,
    spec,
    cursor: before,
    wish,
    measure: context.typefaces.measureBy(book.rules),
    system: systemValuesOf(book, now),
  });
  const isLeftBlank = template.layoutRules.pages === 2 && firstPage > before.pages + 1;
  const warnings = warningsOf(fits, pictures, isLeftBlank ? firstPage - 1 : null);
  const breach = pageRuleBreach(spec, cursor.pages);
  if (breach?.constraint === 'max') throw pageRuleError(breach, 'pageCount');
  const inContents = and(eq(bookEntries.bookUid, bookUid), eq(bookEntries.part, 'contents'));
  const [last] = await db
    .select({ position: max(bookEntries.position) })
    .from(bookEntries)
    .where(inContents);
  await db.insert(bookEntries).values({
    bookUid,
    part: 'contents',
    position: (last?.position ?? -1) + 1,
    templateUid: template.templateUid,
    values,
    breakBefore: wish.breakBefore,
    requestedSide: wish.side,
    pageNum: firstPage,
    createdAt: now,
  });
  await db
    .update(books)
    .set({ pageCount: cursor.pages, flowCursor: cursor, updatedAt: now })
    .where(eq(books.bookUid, bookUid));
  return {
    result: joined ? 'updated' : 'inserted',
    breakBefore: wish.breakBefore,
    pageNum: firstPage,
    pageSide: sideOfPage(spec.bindingType, firstPage),
    pageMeta: pageMetaOf(spec, cursor.pages),
    ...(warnings !== undefined && { warnings }),
  };
}
