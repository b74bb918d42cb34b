import type { TextRef } from '../text-ref.ts';
import { comparableName } from './comparable-name.ts';
import type { NameParts, SaidInName } from './name-parts.ts';
import type { Candidate } from './paired-book.ts';
import { shown } from './shown-name.ts';

/** Why a book is one that the studio's own rules paired, by name and by folder. */
export const OWN = 'library.pairing.own';
export const FOLDER_OWN = 'library.pairing.folderOwn';

/** Cover and contents of one book. */
type Pair = readonly [cover: Candidate, contents: Candidate];

/** Why a pair is one, where the studio's own rules read one of its names; null where the built-in ones did. */
export function pairedBy(
  pair: Pair,
  rule: 'suffix' | 'states' | 'roleFolders' | 'oneRole',
  stem: string,
): TextRef | null {
  const own = ownParams(pair);
  const [cover, contents] = pair.map(shown);
  return own && { key: OWN, params: { rule, stem, cover: cover ?? '', contents: contents ?? '', ...own } };
}

/** The same of a folder of one book. */
export function pairedInFolder(pair: Pair, folder: string): TextRef | null {
  const own = ownParams(pair);
  return own && { key: FOLDER_OWN, params: { folder, ...own } };
}

/** The values of `library.pairing.*` that say which own patterns and words were used. */
function ownParams(files: readonly Pick<NameParts, 'own'>[]): { by: string; patterns: string; words: string } | null {
  const read = files.flatMap(({ own }) => own ?? []);
  if (read.length === 0) return null;
  const patterns = distinct(read.flatMap(({ pattern }) => pattern ?? []));
  const words = distinct(read.flatMap((own) => own.words));
  const by = patterns.length === 0 ? 'words' : words.length === 0 ? 'patterns' : 'both';
  return { by, patterns: patterns.join(', '), words: words.join(', ') };
}

/** What own patterns took from a pair's names beside title and role. */
export function saidOf(pair: Pair): { readonly said?: SaidInName } {
  const said = pair.flatMap((file) => file.said ?? []);
  if (said.length === 0) return {};
  const first = (what: keyof SaidInName) => said.find((one) => one[what] !== null)?.[what] ?? null;
  return { said: { spec: first('spec'), copies: first('copies') } };
}

const COMPARABLE = { spec: comparableName, copies: (digits: string) => String(Number(digits)) } as const;

/** Of what both names tell and tell differently: such files are of two books, whatever they are called. Null: of nothing. */
export const contradictionIn = ([{ said: one }, { said: other }]: Pair): keyof SaidInName | null =>
  (['spec', 'copies'] as const).find((what) => {
    const [a, b] = [one?.[what] ?? null, other?.[what] ?? null];
    return a !== null && b !== null && COMPARABLE[what](a) !== COMPARABLE[what](b);
  }) ?? null;

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
