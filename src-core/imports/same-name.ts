import { collidingFile, collidingFiles, contradictingFiles, halfTitleOf } from './left-over-files.ts';
import type { Candidate, NamedPairs, PairedBook } from './paired-book.ts';
import { contradictionIn, pairedBy, saidOf } from './own-reading.ts';
import { shown } from './shown-name.ts';

// What belongs together by its name: naming rules 1 and 3 of operator-desk 3.2.

/**
 * Pairs what is called the same in all, and then what differs in how far its files have come. What collides is told and goes to no other
 * rule. `rest` is for these: so are pairs that `mayPair` does not let be.
 */
export function pairBySuffix(
  files: readonly Candidate[],
  mayPair: (cover: Candidate, contents: Candidate) => boolean,
): NamedPairs & { readonly rest: readonly Candidate[] } {
  const { pairs, halves, silent, books, open } = byWholeName(files);
  const rest = [...silent];
  const pairsOf = groupBy(pairs, ({ cover }) => cover.bookKey);
  const halvesOf = groupBy(halves, ({ bookKey }) => bookKey);
  for (const bookKey of new Set([...pairsOf.keys(), ...halvesOf.keys()])) {
    const named = pairsOf.get(bookKey) ?? [];
    const lone = halvesOf.get(bookKey) ?? [];
    const { covers, contents } = byRole(lone);
    const pair = named.length === 0 ? onePair(covers, contents) : null;
    const contradiction = pair === null ? null : contradictionIn([pair.cover, pair.contents]);
    const isForOthers =
      isForFolder(named, lone) ||
      (pair !== null && !mayPair(pair.cover, pair.contents)) ||
      (lone.length === 0 && named.some((one) => !mayPair(one.cover, one.contents)));
    if (pair !== null && contradiction !== null)
      books.push(...contradictingFiles(pair.cover, pair.contents, contradiction));
    else if (isForOthers) rest.push(...named.flatMap(({ cover, contents: inner }) => [cover, inner]), ...lone);
    else if (lone.length === 0) books.push(...named.map((one) => bookOfName(one, named.length > 1)));
    else if (pair !== null) books.push(bookOfPair(pair, pair.cover.bookName, 'states'));
    else if (named.length === 0 && lone.length === 1) rest.push(...lone);
    // An older state lies beside a newer one: which is to be printed is not for a machine to say.
    else
      books.push(
        ...collidingFiles(
          [...named.map(({ cover }) => cover), ...covers],
          [...named.map((one) => one.contents), ...contents],
        ),
      );
  }
  return { books, open, rest };
}

/** Files of which name and state are the same. */
function byWholeName(files: readonly Candidate[]) {
  const pairs: NamedPair[] = [];
  const halves: Candidate[] = [];
  const silent: Candidate[] = [];
  const books: PairedBook[] = [];
  const open: NamedPairs['open'][number][] = [];
  for (const group of groupBy(files, ({ stemKey }) => stemKey).values()) {
    const { covers, contents, unnamed } = byRole(group);
    const pair = onePair(covers, contents);
    if (covers.length > 1 || contents.length > 1) books.push(...collidingFiles(covers, contents));
    else if (pair !== null) pairs.push(pair);
    else halves.push(...covers, ...contents);
    if (unnamed.length > 1) {
      for (const file of unnamed)
        open.push({ fileIds: [file.fileId], decide: (pagesOf) => [collidingFile(file, unnamed, pagesOf)] });
    } else silent.push(...unnamed);
  }
  return { pairs, halves, silent, books, open };
}

interface NamedPair {
  readonly cover: Candidate;
  readonly contents: Candidate;
}

const byRole = (files: readonly Candidate[]) => ({
  covers: files.filter(({ role }) => role === 'cover'),
  contents: files.filter(({ role }) => role === 'contents'),
  unnamed: files.filter(({ role }) => role === null),
});

function onePair(covers: readonly Candidate[], contents: readonly Candidate[]): NamedPair | null {
  const [cover, ...moreCovers] = covers;
  const [inner, ...moreContents] = contents;
  if (cover === undefined || inner === undefined || moreCovers.length + moreContents.length > 0) return null;
  return { cover, contents: inner };
}

/** One cover and one contents that name no book: their folder may. */
function isForFolder(named: readonly NamedPair[], lone: readonly Candidate[]): boolean {
  const [one, ...more] = named;
  if (one === undefined) {
    const { covers, contents } = byRole(lone);
    return lone.every(({ bookKey }) => bookKey === '') && covers.length <= 1 && contents.length <= 1;
  }
  return one.cover.stem === '' && more.length + lone.length === 0;
}

/** `hasSisters`: in another state the book lies there too, and its title tells which this is. */
function bookOfName(pair: NamedPair, hasSisters: boolean): PairedBook {
  const { cover, contents } = pair;
  const title = hasSisters ? `${halfTitleOf(cover)} ${cover.state}`.trim() : cover.stem;
  return bookOfPair(pair, title, cover.isByRoleFolder && contents.isByRoleFolder ? 'roleFolders' : 'suffix');
}

function bookOfPair(
  { cover, contents }: NamedPair,
  title: string,
  why: 'suffix' | 'roleFolders' | 'states',
): PairedBook {
  return {
    title,
    coverFileId: cover.fileId,
    contentsFileId: contents.fileId,
    rule: why === 'roleFolders' ? why : 'suffix',
    guessed: false,
    reason: pairedBy([cover, contents], why, title) ?? {
      key: `library.pairing.${why}`,
      params: { stem: title, cover: shown(cover), contents: shown(contents) },
    },
    ...saidOf([cover, contents]),
  };
}

export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
