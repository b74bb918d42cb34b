import { stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import { isDoneFolder, isMarked, isPassingName } from '../src-core/desk/hot-folders.ts';
import { awaited } from '../src-core/imports/left-over-files.ts';
import { guessSpec } from '../src-core/preflight/fitting-specs.ts';
import type { BookReport } from '../src-core/preflight/report.ts';
import { Arrivals } from '../src-node/arrivals.ts';
import { readCatalogue } from '../src-node/catalogue-file.ts';
import { PLAIN_DISK } from '../src-node/disks/walked-disk.ts';
import { openMessages } from '../src-node/report/messages.ts';
import { PDFS, walkPaths, type WalkedFile } from '../src-node/walk-folder.ts';
import { BadArguments, type FolderArguments } from './arguments.ts';
import { bookText } from './book-text.ts';
import { checkBook, type CheckedBook } from './check-book.ts';
import { factsOf, missingLine, pairPdfs, type FoundBook, type Missing, type WalkedPdf } from './find-books.ts';
import { namesByFile } from './rules-file.ts';
import { exitCodeOf, thresholdsIn, type ExitCode, type Output } from './preflight-command.ts';

const LOOK_MS = 1_000;
/** So long a run that is to end waits for a folder that is away. */
const AWAY_AT_MOST_MS = 60_000;

/** What is told as it happens; one JSON document a line with `--json`. */
type Happening =
  | { readonly event: 'file'; readonly path: string; readonly state: 'whole' | 'damaged' }
  /** A file or a folder. */
  | { readonly event: 'unread'; readonly path: string; readonly state: Missing['lack'] }
  | { readonly event: 'book'; readonly report: BookReport }
  /** Neither was a spec named, nor do the pages tell one. */
  | { readonly event: 'unclear'; readonly title: string }
  | { readonly event: 'waits'; readonly title: string; readonly path: string; readonly reason: string }
  | { readonly event: 'offline' | 'online'; readonly path: string };

/**
 * Checks the books of a folder as their files settle, a copy being waited for until it is whole, as a hot folder of the app does. Writes and
 * sends nothing. Ends when `signal` says so, or with `once` when everything that lies there has settled or cannot be read. Throws BadArguments.
 */
export async function watchCommand(
  args: FolderArguments,
  resources: string,
  { out, problem }: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { folders, json, once, language } = args;
  const [folder = ''] = folders;
  if ((await PLAIN_DISK.list(folder)) === null) throw new BadArguments(`${folder}: no folder to watch`);
  const messages = openMessages(join(resources, 'locales'), language);
  const names = namesByFile(args.rulesFile, messages);
  const check = checker(args, resources);
  const tell = (told: Happening): void => {
    if (json) out(`${JSON.stringify(told)}\n`);
    else if (told.event === 'book') out(bookText(told.report, messages));
    else if (told.event === 'unclear') out(`${told.title}: ${messages.say('findings.book.specMissing.title')}\n`);
    else if (told.event === 'waits') out(`${told.title}: ${told.reason}\n`);
    else if (told.event === 'file') out(`${told.path}: ${told.state}\n`);
    else if (told.event === 'unread') problem(missingLine({ path: told.path, lack: told.state }, messages));
    else problem(`${told.path}: ${told.event}\n`);
  };
  const arrivals = new Arrivals();
  /** By path, as they were when they were taken. */
  const taken = new Map<string, WalkedPdf & WalkedFile>();
  /** By the paths of both files: a book whose file is written anew is told anew. */
  const reports = new Map<string, BookReport>();
  const unclear = new Set<string>();
  /** By path, as they were when they could not be read. */
  const unread = new Map<string, WalkedFile>();
  /** By path, what the look could not look into, and whether it was told: at the second look, as one may be moved during the first. */
  let shut = new Map<string, boolean>();
  let awaySinceMs: number | null = null;
  while (!signal.aborted) {
    const found = await lookInto(folder, signal);
    if (found === null) {
      if (awaySinceMs === null) tell({ event: 'offline', path: folder });
      awaySinceMs ??= performance.now();
      if (once && performance.now() - awaySinceMs >= AWAY_AT_MOST_MS) return exitCodeOf([...reports.values()], true);
    } else {
      if (awaySinceMs !== null) tell({ event: 'online', path: folder });
      awaySinceMs = null;
      const { files, passing, missing } = found;
      for (const { path, lack } of missing) if (shut.get(path) === false) tell({ event: 'unread', path, state: lack });
      const before = shut;
      shut = new Map(missing.map(({ path }) => [path, before.has(path)]));
      arrivals.see(
        files.filter((file) => !isAsTaken(taken.get(file.path), file)),
        passing,
        performance.now(),
      );
      const settled = await arrivals.settled(performance.now(), async (path) => isWhole(path));
      const fresh = new Set<string>();
      for (const file of settled) {
        const facts = factsOf(file.path);
        if (facts === null) {
          // Locked: it is looked at as long as it lies there. Or gone again.
          if (isAsTaken(unread.get(file.path), file) || (await PLAIN_DISK.stat(file.path)) === null) continue;
          unread.set(file.path, file);
          tell({ event: 'unread', path: file.path, state: 'unreadable' });
          continue;
        }
        arrivals.forget([file.path]);
        unread.delete(file.path);
        taken.set(file.path, { ...file, facts });
        fresh.add(file.path);
        tell({
          event: 'file',
          path: file.path,
          state: facts.status === 'read' && facts.damage.length === 0 ? 'whole' : 'damaged',
        });
      }
      // What could not be seen now may well lie there as before.
      const isShut = (path: string) => [...shut.keys()].some((at) => path === at || path.startsWith(`${at}${sep}`));
      for (const path of taken.keys())
        if (!files.some((file) => file.path === path) && !isShut(path)) taken.delete(path);
      for (const book of fresh.size === 0 ? [] : pairPdfs([...taken.values()], names)) {
        const paths = [book.cover?.path, book.contents?.path].filter((path) => path !== undefined);
        if (signal.aborted || !paths.some((path) => fresh.has(path))) continue;
        if (book.cover === null || book.contents === null) tell(waiting(book, messages.ref));
        else {
          const checked = await check(book);
          const key = paths.join('\n');
          if (checked === null) {
            unclear.add(key);
            tell({ event: 'unclear', title: book.title.normalize('NFC') });
            continue;
          }
          unclear.delete(key);
          reports.set(key, checked.report);
          for (const path of checked.unread) {
            const file = taken.get(path);
            if (file !== undefined) unread.set(path, file);
            tell({ event: 'unread', path, state: 'unreadable' });
          }
          tell({ event: 'book', report: checked.report });
        }
      }
      const isCopied =
        passing.length > 0 ||
        files.some((file) => ![taken, unread].some((known) => isAsTaken(known.get(file.path), file)));
      if (once && fresh.size === 0 && !isCopied && ![...shut.values()].includes(false)) {
        const halves = pairPdfs([...taken.values()], names).some(
          ({ cover, contents }) => cover === null || contents === null,
        );
        const isIncomplete = halves || taken.size === 0 || unclear.size > 0 || unread.size > 0 || shut.size > 0;
        return exitCodeOf([...reports.values()], isIncomplete);
      }
    }
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return exitCodeOf([...reports.values()], unclear.size > 0 || unread.size > 0 || shut.size > 0);
}

function checker(
  { spec: specUid, contract, level, thresholdsFile, printHouseFile }: FolderArguments,
  resources: string,
) {
  const catalogue = readCatalogue(join(resources, 'catalogue/book-specs.json'));
  const given = specUid === null ? null : catalogue.find(({ bookSpecUid }) => bookSpecUid === specUid);
  if (given === undefined) throw new BadArguments(`--spec: there is no ${specUid ?? ''}`);
  const thresholds = {
    studio: thresholdsIn('--thresholds', thresholdsFile),
    printHouse: thresholdsIn('--print-house', printHouseFile),
  };
  return async (book: FoundBook): Promise<CheckedBook | null> => {
    const files = { cover: book.cover?.facts ?? null, contents: book.contents?.facts ?? null };
    const spec = given ?? guessSpec(files, catalogue, CONTRACTS[contract]);
    if (spec === null) return null;
    return checkBook(book, { spec, catalogue, pages: null, contract, level, thresholds });
  };
}

function waiting({ title, cover, contents, pairing }: FoundBook, words: (text: { key: string }) => string): Happening {
  const path = (cover ?? contents)?.path ?? '';
  const reason = pairing === null ? '' : words(awaited(pairing).reason);
  return { event: 'waits', title: title.normalize('NFC'), path, reason };
}

const isAsTaken = (known: WalkedFile | undefined, now: WalkedFile): boolean =>
  known !== undefined && known.sizeBytes === now.sizeBytes && known.modifiedAtMs === now.modifiedAtMs;

function isWhole(path: string): boolean {
  const facts = factsOf(path);
  return facts?.status === 'read' && facts.damage.length === 0;
}

/** Null: the folder is away. */
async function lookInto(
  folder: string,
  signal: AbortSignal,
): Promise<{
  readonly files: readonly WalkedFile[];
  readonly passing: readonly string[];
  readonly missing: readonly Missing[];
} | null> {
  if ((await stat(folder).catch(() => null))?.isDirectory() !== true) return null;
  const files: WalkedFile[] = [];
  const passing: string[] = [];
  const missing: Missing[] = [];
  await walkPaths([folder], {
    wanted: PDFS,
    signal,
    isPassedBy: (inside, name) => (inside.length === 1 && isDoneFolder(name)) || isMarked(name),
    // The watched folder itself is nobody's book.
    onFile: (file) => files.push({ ...file, folder: file.folder.slice(1) }),
    onIgnored: ({ path, name, lack }) => {
      if (lack !== null) missing.push({ path, lack });
      else if (isPassingName(name)) passing.push(name);
    },
  });
  // A share may answer for its folder and not say what lies in it.
  return missing.some(({ path }) => path === folder) ? null : { files, passing, missing };
}
