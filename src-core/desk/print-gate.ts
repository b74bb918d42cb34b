import { z } from 'zod';
import { printVerdictSchema, signOffSchema, type CheckLevel, type PrintVerdict } from '../preflight/verdicts.ts';

/** Print verdicts with which the studio sends and orders nothing unless a person takes it on by name and with a reason. */
export const printRuleSchema = z.object({ look: z.boolean(), bad: z.boolean(), notChecked: z.boolean() });
export type PrintRule = z.infer<typeof printRuleSchema>;

/** What is known to print badly wants a name; what nobody has looked at yet is told and goes. */
export const DEFAULT_PRINT_RULE: PrintRule = { look: false, bad: true, notChecked: false };

export const takenBySchema = z.object({
  name: z.string().trim().min(1).max(80),
  reason: z.string().trim().min(1).max(500),
});
export type TakenBy = z.infer<typeof takenBySchema>;

/** What was known of a book's print when it was sent or ordered, and who took it on; nobody where the studio's rule asks for nobody. */
export const printReceiptSchema = z.object({ print: printVerdictSchema, by: signOffSchema.nullable() });
export type PrintReceipt = z.infer<typeof printReceiptSchema>;

export interface CheckedBook {
  readonly print: PrintVerdict;
  readonly checkedLevel: CheckLevel | null;
}

export type PrintCounts = Readonly<Record<PrintVerdict, number>>;

/** Better before worse: what is not known may still be bad. */
const WORSE: readonly PrintVerdict[] = ['good', 'look', 'notChecked', 'bad'];

/** What is known of the print before the book goes out: nothing good before all pages were looked at as they print. */
export const knownPrint = ({ print, checkedLevel }: CheckedBook): PrintVerdict =>
  print === 'bad' || checkedLevel === 3 ? print : 'notChecked';

export function countPrints(prints: readonly PrintVerdict[]): PrintCounts {
  const counts = { good: 0, look: 0, bad: 0, notChecked: 0 };
  for (const print of prints) counts[print] += 1;
  return counts;
}

/** Whether a book of this verdict goes by a name and a reason alone. */
export const needsName = (rule: PrintRule, print: PrintVerdict): boolean => print !== 'good' && rule[print];

/** Books that go without a word: nobody has to be asked. */
export const goesAsItIs = (rule: PrintRule, print: PrintVerdict): boolean =>
  print === 'good' || (print === 'look' && !rule.look);

/**
 * What the receipt keeps of a book that was let go as `seen` and prints as `now`; null for one that stays: it is worse by now, or
 * asks for a name that nobody gave for it.
 */
export function receiptOf(
  rule: PrintRule,
  seen: PrintVerdict,
  now: PrintVerdict,
  by: TakenBy | null,
  atMs: number,
): PrintReceipt | null {
  if (WORSE.indexOf(now) > WORSE.indexOf(seen)) return null;
  if (!needsName(rule, now)) return { print: now, by: null };
  return by !== null && needsName(rule, seen) ? { print: now, by: { ...by, atMs } } : null;
}
