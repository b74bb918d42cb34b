import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import { type BookStage, canBook, isSent } from '../../../src-core/desk/book-machine.ts';
import type { AlikeBook } from '../../../src-core/ipc/subjects/fixes.ts';
import { type Finding, type FixName } from '../../../src-core/preflight/finding.ts';
import type { Checks } from '../checks/checks.ts';
import { inChunks } from '../slices.ts';
import { stagesOf } from '../store/book-stages.ts';
import { inList, unindexed } from '../store/in-list.ts';
import type { Store } from '../store/open-store.ts';
import { type BookRow, books } from '../store/schema.ts';

export interface AlikeRequest {
  /** That of the book that is repaired, which is not among the answer. */
  readonly book: BookRow;
  readonly kind: PdfKind;
  readonly fix: FixName;
  readonly connectionId: string | null;
}

/**
 * The other books of which a file of that kind has, for the same cause, the same repair offered, in the library's order. Left out is what a
 * person took on, and what is on its way to the service or there: with another file it would have to be sent again.
 */
export async function alikeBooks(
  db: Store,
  checks: Checks,
  { book, kind, fix, connectionId }: AlikeRequest,
): Promise<AlikeBook[]> {
  const causes = causesOf(book.findings, kind, fix);
  if (causes.length === 0) return [];
  const all = db
    .select({ bookId: books.bookId })
    .from(books)
    .where(and(isNull(books.undoId), ne(books.bookId, book.bookId)))
    .orderBy(books.addedAtMs, books.title, books.bookId)
    .all()
    .map(({ bookId }) => bookId);
  const alike: AlikeBook[] = [];
  await inChunks(all, (chunk) => {
    const found = new Map(
      withFinding(db, chunk, { kind, fix, causes })
        .all()
        .map((row) => [row.bookId, row]),
    );
    const stages = stagesOf(db, connectionId, [...found.keys()]);
    for (const bookId of chunk) {
      const one = found.get(bookId);
      const stage = stages.get(bookId);
      if (one === undefined || stage === undefined || !mayBeAmong(stage)) continue;
      if (one.isSigned === 0 || isStillOpen(db, checks, bookId, { kind, fix, causes }))
        alike.push({ bookId, title: one.title, batch: one.batch });
    }
  });
  return alike;
}

interface Offered {
  readonly kind: PdfKind;
  readonly fix: FixName;
  /** As `causesOf` answers them. */
  readonly causes: readonly string[];
}

/** Those of the books that have such a finding, taken on or not. What was found in a library is large, and stays in the database. */
export const withFinding = (db: Store, bookIds: readonly string[], { kind, fix, causes }: Offered) =>
  db
    .select({
      bookId: books.bookId,
      title: books.title,
      batch: books.batch,
      isSigned: sql<number>`exists (select 1 from sign_offs as given where given.book_id = ${books.bookId})`,
    })
    .from(books)
    .where(
      and(
        inList(books.bookId, bookIds),
        // By its index it would be looked for in the whole library, a slice at a time.
        isNull(unindexed(books.undoId)),
        sql`instr(${books.findings}, ${JSON.stringify(fix)}) > 0`,
        sql`exists (select 1 from json_each(${books.findings}) as found
          where found.value ->> 'kind' = ${kind}
            and coalesce(nullif(found.value ->> 'causeKey', ''), found.value ->> 'ruleId')
              in (select value from json_each(${JSON.stringify(causes)}))
            and exists (select 1 from json_each(found.value, '$.fixes') as offered where offered.value = ${fix}))`,
      ),
    );

function isStillOpen(db: Store, checks: Checks, bookId: string, { kind, fix, causes }: Offered): boolean {
  const row = db.select().from(books).where(eq(books.bookId, bookId)).get();
  return row !== undefined && causesOf(checks.openFindings(row), kind, fix).some((cause) => causes.includes(cause));
}

/** Whether a book that stands there may be repaired with others. */
export const mayBeAmong = (stage: BookStage): boolean =>
  stage !== 'queued' && !isSent(stage) && canBook(stage, 'filesChanged');

/** The causes of which such a file has findings that the repair takes away, without the file's kind. */
const causesOf = (findings: readonly Finding[], kind: PdfKind, fix: FixName): string[] => [
  ...new Set(
    findings.flatMap((one) => (one.kind === kind && one.fixes.includes(fix) ? [one.causeKey || one.ruleId] : [])),
  ),
];
