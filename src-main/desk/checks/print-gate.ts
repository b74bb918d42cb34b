import { AppError } from '../../../src-core/desk/app-errors.ts';
import {
  DEFAULT_PRINT_RULE,
  knownPrint,
  needsName,
  printRuleSchema,
  receiptOf,
  type PrintReceipt,
  type PrintRule,
} from '../../../src-core/desk/print-gate.ts';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { inGiven } from '../store/in-list.ts';
import { perStore } from '../store/per-store.ts';
import { books } from '../store/schema.ts';
import { SIGNER } from './sign-offs.ts';

const RULE = 'print.rule';

const checkedBooks = perStore((db) =>
  db
    .select({ bookId: books.bookId, print: books.print, checkedLevel: books.checkedLevel })
    .from(books)
    .where(inGiven(books.bookId, 'bookIds'))
    .prepare(),
);

/** Stands before everything that is sent and paid for: how it prints is known, or a person has taken it on. */
export class PrintGate {
  readonly #context: DeskContext;

  constructor(context: DeskContext) {
    this.#context = context;
  }

  rule(): PrintRule {
    const parsed = printRuleSchema.safeParse(readDeskValue(this.#context.db, RULE));
    return parsed.success ? parsed.data : DEFAULT_PRINT_RULE;
  }

  setRule(rule: PrintRule): void {
    writeDeskValue(this.#context.db, RULE, rule);
    this.#context.changed('status');
  }

  /** Throws PRINT_NEEDS_NAME when a book that is let go was seen to ask for a name and there is none. Keeps the name for the next time. */
  mayTake(bookIds: readonly string[], { seen, by }: PrintTaken): void {
    const rule = this.rule();
    if (by !== null) writeDeskValue(this.#context.db, SIGNER, by.name);
    else if ((seen ?? this.#known(bookIds)).some(({ print }) => needsName(rule, print)))
      throw new AppError('PRINT_NEEDS_NAME');
  }

  /** By book, as its print is known now, what the receipt keeps of those that go. The others stay: `receiptOf`. */
  receipts(bookIds: readonly string[], { seen, by }: PrintTaken): ReadonlyMap<string, PrintReceipt> {
    const rule = this.rule();
    const atMs = this.#context.clock.nowMs();
    const seenOf = seen === null ? null : new Map(seen.map(({ bookId, print }) => [bookId, print]));
    return new Map(
      this.#known(bookIds).flatMap(({ bookId, print }) => {
        const asSeen = seenOf === null ? 'bad' : seenOf.get(bookId);
        const receipt = asSeen === undefined ? null : receiptOf(rule, asSeen, print, by, atMs);
        return receipt === null ? [] : [[bookId, receipt] as const];
      }),
    );
  }

  #known(bookIds: readonly string[]): { readonly bookId: string; readonly print: PrintVerdict }[] {
    const found = checkedBooks(this.#context.db).all({ bookIds: JSON.stringify(bookIds) });
    return found.map((book) => ({ bookId: book.bookId, print: knownPrint(book) }));
  }
}
