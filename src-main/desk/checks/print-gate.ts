import { AppError } from '../../../src-core/desk/app-errors.ts';
import {
  DEFAULT_PRINT_RULE,
  needsName,
  printRuleSchema,
  type PrintReceipt,
  type PrintRule,
  type PrintTaken,
} from '../../../src-core/desk/print-gate.ts';
import type { PrintVerdict } from '../../../src-core/preflight/verdicts.ts';
import type { DeskContext } from '../desk-context.ts';
import { readDeskValue, writeDeskValue } from '../store/desk-values.ts';
import { inGiven } from '../store/in-list.ts';
import { perStore } from '../store/per-store.ts';
import { books } from '../store/schema.ts';
import { SIGNER } from './sign-offs.ts';

const RULE = 'print.rule';

const printsOf = perStore((db) =>
  db.select({ bookId: books.bookId, print: books.print }).from(books).where(inGiven(books.bookId, 'bookIds')).prepare(),
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

  /** Throws PRINT_NEEDS_NAME when a book that is let go asks for a name and there is none. Keeps the name for the next time. */
  mayTake(bookIds: readonly string[], { prints, by }: PrintTaken): void {
    const rule = this.rule();
    const taken = new Set<PrintVerdict>(prints);
    if (by !== null) writeDeskValue(this.#context.db, SIGNER, by.name);
    else if (this.#printsOf(bookIds).some(({ print }) => taken.has(print) && needsName(rule, print)))
      throw new AppError('PRINT_NEEDS_NAME');
  }

  /** By book, as its verdicts stand now, what the receipt keeps of those that are let go. The others are left out. */
  receipts(bookIds: readonly string[], { prints, by }: PrintTaken): ReadonlyMap<string, PrintReceipt> {
    const rule = this.rule();
    const taken = new Set<PrintVerdict>(prints);
    const atMs = this.#context.clock.nowMs();
    return new Map(
      this.#printsOf(bookIds).flatMap(({ bookId, print }) => {
        const isAsked = needsName(rule, print);
        if (!taken.has(print) || (isAsked && by === null)) return [];
        return [[bookId, { print, by: isAsked && by !== null ? { ...by, atMs } : null }] as const];
      }),
    );
  }

  #printsOf(bookIds: readonly string[]): { readonly bookId: string; readonly print: PrintVerdict }[] {
    return printsOf(this.#context.db).all({ bookIds: JSON.stringify(bookIds) });
  }
}
