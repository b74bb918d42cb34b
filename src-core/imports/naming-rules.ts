import { z } from 'zod';
import type { PdfKind } from '../contract/books.ts';
import { type TextRef, textRefSchema } from '../text-ref.ts';
import { patternFault } from './name-pattern.ts';
import { BUILT_IN_ROLE_WORDS, wordKeyOf } from './role-words.ts';
import { isBuiltInState } from './state-words.ts';

/** Rules of which the first that fits pairs files: where a name and its folder both tell a book, their order says which is meant. */
export const ORDERED_RULES = ['roleFolders', 'suffix', 'folder'] as const;
export type OrderedRule = (typeof ORDERED_RULES)[number];
/**
 * Rules for what these leave over: one of two files of a name tells its role; a folder with just two files, of which the page counts tell;
 * and the tokens of a name. No two of them want the same files.
 */
export const LATER_RULES = ['oneRole', 'pages', 'tokens'] as const;
export const NAMING_RULES = [...ORDERED_RULES, ...LATER_RULES] as const;
export type NamingRule = (typeof NAMING_RULES)[number];

export const WORD_LISTS = ['cover', 'contents', 'states'] as const;
export type WordList = (typeof WORD_LISTS)[number];

export const LONGEST_WORD = 40;
export const MOST_WORDS = 60;
export const MOST_PATTERNS = 30;

/** What may come at all, from a window or a file: what of it can be used is told in words (`faultsIn`). */
const words = z.array(z.string().max(1_000)).max(1_000);
const shape = {
  /** A studio's own words for a role, beside the built-in ones. */
  cover: words,
  contents: words,
  /** Its own words for how far a file has come. */
  states: words,
  /** Built-in role words that it does not use. */
  without: words,
  /** Its own patterns (`name-pattern.ts`), which come before all else that a name may tell. */
  patterns: words,
  order: z.array(z.enum(ORDERED_RULES)).max(2 * ORDERED_RULES.length),
  off: z.array(z.enum(NAMING_RULES)).max(2 * NAMING_RULES.length),
} as const;

/** The naming rules of a studio (operator-desk 3.2). */
export const namingRulesSchema = z.strictObject(shape).superRefine((rules, context) => {
  for (const { path, text } of faultsIn(rules)) context.addIssue({ code: 'custom', path: [...path], params: { text } });
});
export type NamingRules = z.infer<typeof namingRulesSchema>;

export const BUILT_IN_RULES: NamingRules = {
  ...{ cover: [], contents: [], states: [], without: [], patterns: [] },
  order: [...ORDERED_RULES],
  off: [],
};

/** Rules of which a part was kept or handed on: what is left out is as it is built in. */
export const completeRules = (given: object) => namingRulesSchema.safeParse({ ...BUILT_IN_RULES, ...given });

const FORMAT = 'book-print-studio/naming-rules';
const VERSION = 1;

/** Where in the rules something is wrong, and what. */
export interface RulesFault {
  readonly path: readonly (string | number)[];
  readonly text: TextRef;
}

const fault = (name: string, params?: TextRef['params']): TextRef => ({
  key: `library.rules.fault.${name}`,
  ...(params === undefined ? {} : { params }),
});

/** What is wrong with rules of a known form, first what is wrong in the words. */
export function faultsIn(rules: NamingRules): RulesFault[] {
  const faults = WORD_LISTS.flatMap((list) => [
    ...tooMany(list, rules[list], MOST_WORDS),
    ...rules[list].flatMap((one, at) => faultAt([list, at], wordFault(one, list, rules))),
  ]);
  for (const [at, one] of rules.without.entries())
    if (roleOfBuiltIn(one) === null) faults.push({ path: ['without', at], text: fault('notBuiltIn', { word: one }) });
  for (const role of ['cover', 'contents'] as const)
    if (usedWords(role, rules).size === 0) faults.push({ path: [role], text: fault('noWords', { role }) });
  faults.push(
    ...tooMany('patterns', rules.patterns, MOST_PATTERNS),
    ...rules.patterns.flatMap((one, at) => faultAt(['patterns', at], patternFault(one))),
  );
  if (new Set(rules.order).size !== ORDERED_RULES.length || rules.order.length !== ORDERED_RULES.length)
    faults.push({ path: ['order'], text: fault('order') });
  return faults;
}

const faultAt = (path: RulesFault['path'], text: TextRef | null): RulesFault[] =>
  text === null ? [] : [{ path, text }];
const tooMany = (list: string, of: readonly string[], most: number): RulesFault[] =>
  of.length > most ? [{ path: [list], text: fault('tooMany', { most }) }] : [];

/** What is wrong with a word in one of the lists, beside the others of the rules; null where it can be used. */
export function wordFault(one: string, list: WordList, rules: NamingRules): TextRef | null {
  const key = wordKeyOf(one);
  if (key === '') return fault('wordEmpty');
  if (key.length > LONGEST_WORD) return fault('wordTooLong', { most: LONGEST_WORD });
  if (/[()[\]{}/\\:*?"<>|\p{Cc}]/u.test(one)) return fault('wordLetters', { word: one });
  const others = WORD_LISTS.filter((other) => other !== list);
  const also = others.find((other) => other !== 'states' && usedWords(other, rules).has(key));
  if (also !== undefined) return fault(list === 'states' ? 'wordIsRole' : 'wordIsBoth', { word: one, role: also });
  if (list !== 'states' && isBuiltInState(one)) return fault('wordIsState', { word: one });
  const isState = list !== 'states' && rules.states.some((state) => wordKeyOf(state) === key);
  return isState ? fault('wordIsRole', { word: one, role: list }) : null;
}

/** Comparable. */
export function usedWords(role: PdfKind, rules: Pick<NamingRules, PdfKind | 'without'>): ReadonlySet<string> {
  const without = new Set(rules.without.map(wordKeyOf));
  return new Set([
    ...BUILT_IN_ROLE_WORDS[role].filter((one) => !without.has(one)),
    ...rules[role].map(wordKeyOf).filter((one) => one !== ''),
  ]);
}

const roleOfBuiltIn = (one: string): PdfKind | null =>
  (['cover', 'contents'] as const).find((role) => BUILT_IN_ROLE_WORDS[role].includes(wordKeyOf(one))) ?? null;

/** Whether a rule is used. */
export const uses = ({ off }: Pick<NamingRules, 'off'>, rule: NamingRule): boolean => !off.includes(rule);

/** Rules as a file that is handed on: what is built in is not in it. */
export function rulesFileOf(rules: NamingRules): string {
  const own = Object.entries(rules).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(BUILT_IN_RULES[name as keyof NamingRules]),
  );
  return `${JSON.stringify({ format: FORMAT, version: VERSION, ...Object.fromEntries(own) }, null, 2)}\n`;
}

/** More than all lists at their longest. */
export const LARGEST_RULES_FILE = 65_536;

/** What a file of rules holds, or what is wrong in it, first things first. */
export function readRulesFile(
  text: string,
): { readonly rules: NamingRules } | { readonly faults: readonly RulesFault[] } {
  const none = (name: string, params?: TextRef['params']) => ({ faults: [{ path: [], text: fault(name, params) }] });
  let value: unknown;
  try {
    value = text.length > LARGEST_RULES_FILE ? null : JSON.parse(text.replace(/^\uFEFF/u, ''));
  } catch {
    return none('notJson');
  }
  const head = z.looseObject({ format: z.literal(FORMAT), version: z.int() }).safeParse(value);
  if (!head.success) return none('notRules');
  const { format: _, version, ...given } = head.data;
  if (version !== VERSION) return none('version', { version });
  const read = completeRules(given);
  return read.success ? { rules: read.data } : { faults: read.error.issues.map(faultOfIssue) };
}

function faultOfIssue(issue: z.core.$ZodIssue): RulesFault {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const told = issue.code === 'custom' ? textRefSchema.safeParse(issue.params?.['text']) : null;
  if (told?.success === true) return { path, text: told.data };
  if (issue.code === 'unrecognized_keys') return { path, text: fault('unknownField', { name: issue.keys.join(', ') }) };
  return { path, text: fault('form', { where: path.join('.') }) };
}
