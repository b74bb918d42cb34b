import { z } from 'zod';
import { printVerdictSchema, signOffSchema, type PrintVerdict } from '../preflight/verdicts.ts';

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

/** What a person has seen before sending or ordering and lets go: books of other verdicts stay. */
export const printTakenSchema = z.object({
  prints: z.array(printVerdictSchema).max(printVerdictSchema.options.length),
  by: takenBySchema.nullable(),
});
export type PrintTaken = z.infer<typeof printTakenSchema>;

/** What was known of a book's print when it was sent or ordered, and who took it on; nobody where the studio's rule asks for nobody. */
export const printReceiptSchema = z.object({ print: printVerdictSchema, by: signOffSchema.nullable() });
export type PrintReceipt = z.infer<typeof printReceiptSchema>;

export type PrintCounts = Readonly<Record<PrintVerdict, number>>;

export function countPrints(books: readonly { readonly print: PrintVerdict }[]): PrintCounts {
  const counts = { good: 0, look: 0, bad: 0, notChecked: 0 };
  for (const { print } of books) counts[print] += 1;
  return counts;
}

/** Whether a book of this verdict goes by a name and a reason alone. */
export const needsName = (rule: PrintRule, print: PrintVerdict): boolean => print !== 'good' && rule[print];

/** Books that go without a word: nobody has to be asked. */
export const goesAsItIs = (rule: PrintRule, print: PrintVerdict): boolean =>
  print === 'good' || (print === 'look' && !rule.look);
