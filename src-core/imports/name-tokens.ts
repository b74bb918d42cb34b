import { LIMITS } from '../contract/limits.ts';
import type { TextRef } from '../text-ref.ts';
import type { SaidInName } from './name-parts.ts';
import type { PairedBook } from './paired-book.ts';
import { comparableName } from './comparable-name.ts';
import { BUILT_IN_RULES, uses, type NamingRules } from './naming-rules.ts';
import { FOLDER_OWN, OWN } from './own-reading.ts';

export interface KnownSpec {
  readonly bookSpecUid: string;
  readonly name: string;
}

/** What the name of a book's files says beside its title; null where it says nothing of it that can be taken. */
export interface SaidByName {
  readonly title: string;
  readonly specUid: string | null;
  readonly quantity: number | null;
  /** Why the files belong together, with what was taken from their name and what was not. */
  readonly reason: TextRef;
}

/** `title__spec`, `title__copies` or `title__spec__copies`. A title of its own with two underscores has to be no shorter. */
const SEPARATOR = '__';
const COPIES = /^\d+$/;

/**
 * Rule 5 of operator-desk 3.2: the optional tokens `{title}__{spec}__{qty}` of a name that both files of a pair have, as in
 * `김민수_이서연__SQ_LAYFLAT__2_cover.pdf`; or what an own pattern took of them. What cannot be taken stands in the reason. Null: the name
 * says nothing, or it was guessed which file is the cover, so that it is not the name that makes the pair.
 */
export function saidByName(
  book: PairedBook,
  specs: readonly KnownSpec[],
  rules: NamingRules = BUILT_IN_RULES,
): SaidByName | null {
  const { title: stem, guessed, coverFileId, contentsFileId, said } = book;
  if (guessed || coverFileId === null || contentsFileId === null) return null;
  if (said !== undefined) return taken(book, { title: stem, ...said }, specs);
  if (!uses(rules, 'tokens')) return null;
  const parts = stem.split(SEPARATOR).map((part) => part.trim());
  const [title = '', ...tokens] = parts;
  if (title === '' || tokens.length === 0 || tokens.length > 2 || tokens.some((token) => token === '')) return null;
  const last = tokens.at(-1) ?? '';
  const copies = tokens.length === 2 || COPIES.test(last) ? last : null;
  const spec = tokens.length === 2 || copies === null ? (tokens[0] ?? null) : null;
  return taken(book, { title, spec, copies }, specs);
}

function taken(
  { title: stem, rule, reason: why }: PairedBook,
  told: SaidInName & { readonly title: string },
  specs: readonly KnownSpec[],
): SaidByName {
  const fitting = told.spec === null ? [] : specsNamed(told.spec, specs);
  const specUid = fitting.length === 1 ? (fitting[0]?.bookSpecUid ?? null) : null;
  const quantity = told.copies === null ? null : copiesOf(told.copies);
  const takesNothing = specUid === null && quantity === null;
  const own = why.key === OWN || why.key === FOLDER_OWN ? why.params : undefined;
  return {
    // A second name that means nothing here belongs to the title.
    title: takesNothing ? stem : told.title,
    specUid,
    quantity,
    reason: {
      key: own === undefined ? 'library.pairing.tokens' : 'library.pairing.tokensOwn',
      params: {
        rule,
        stem,
        said: takesNothing ? 'none' : specUid === null ? 'copies' : quantity === null ? 'spec' : 'both',
        spec: fitting[0]?.name ?? '',
        copies: quantity ?? 0,
        specTrouble: troubleOf(told.spec, specUid !== null, fitting.length === 0 ? 'unknown' : 'many'),
        specText: told.spec ?? '',
        specs: fitting.map(({ bookSpecUid }) => bookSpecUid).join(', '),
        copiesTrouble: troubleOf(told.copies, quantity !== null, 'bad'),
        copiesText: told.copies ?? '',
        most: LIMITS.quantityMax,
        ...(own === undefined
          ? {}
          : { by: own['by'] ?? '', patterns: own['patterns'] ?? '', words: own['words'] ?? '' }),
      },
    },
  };
}

const troubleOf = (text: string | null, isTaken: boolean, trouble: string): string =>
  text === null || isTaken ? 'none' : trouble;

function copiesOf(text: string): number | null {
  const copies = COPIES.test(text) ? Number(text) : 0;
  return copies >= 1 && copies <= LIMITS.quantityMax ? copies : null;
}

/**
 * The specs that a text names: the one whose uid or name it is; else those whose uid has its words as beginnings of own words, in
 * their order. Of these, ones with no further word go before the others: `SQ_HC` is `SQUAREBOOK_HC`, and not its LAYFLAT sister.
 */
export function specsNamed<S extends KnownSpec>(text: string, specs: readonly S[]): readonly S[] {
  const wanted = comparableName(text);
  const exact = specs.filter(
    ({ bookSpecUid, name }) => comparableName(bookSpecUid) === wanted || comparableName(name) === wanted,
  );
  if (exact.length > 0) return exact;
  const words = wordsOf(text);
  if (words.length === 0) return [];
  const short = specs.filter(({ bookSpecUid }) => areBeginnings(words, wordsOf(bookSpecUid)));
  const full = short.filter(({ bookSpecUid }) => wordsOf(bookSpecUid).length === words.length);
  return full.length > 0 ? full : short;
}

const wordsOf = (text: string): string[] =>
  comparableName(text)
    .split(/[\s_\-.]+/u)
    .filter((word) => word !== '');

function areBeginnings(words: readonly string[], of: readonly string[]): boolean {
  let at = 0;
  for (const word of of) if (at < words.length && word.startsWith(words[at] as string)) at += 1;
  return at === words.length;
}
