import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CONTRACTS } from '../src-core/contract/profiles.ts';
import { isDoneFolder, isMarked, isPassingName } from '../src-core/desk/hot-folders.ts';
import { awaited } from '../src-core/imports/left-over-files.ts';
import { guessSpec } from '../src-core/preflight/fitting-specs.ts';
import type { BookReport } from '../src-core/preflight/report.ts';
import { Arrivals } from '../src-node/arrivals.ts';
import { readCatalogue } from '../src-node/catalogue-file.ts';
import { openMessages } from '../src-node/report/messages.ts';
import { PDFS, walkPaths, type WalkedFile } from '../src-node/walk-folder.ts';
import { BadArguments, type FolderArguments } from './arguments.ts';
import { bookText } from './book-text.ts';
import { checkBook } from './check-book.ts';
import { factsOf, pairPdfs, type FoundBook, type WalkedPdf } from './find-books.ts';
import { namesByFile } from './rules-file.ts';
import { exitCodeOf, thresholdsIn, type ExitCode, type Output } from './preflight-command.ts';

const LOOK_MS = 1_000;

/** What is told as it happens; one JSON document a line with `--json`. */
type Happening =
  | { readonly event: 'file'; readonly path: string; readonly state: 'whole' | 'damaged' }
  | { readonly event: 'book'; readonly report: BookReport }
  /** Neither was a spec named, nor do the pages tell one. */
  | { readonly event: 'unclear'; readonly title: string }
  | { readonly event: 'waits'; readonly title: string; readonly path: string; readonly reason: string }
  | { readonly event: 'offline' | 'online'; readonly path: string };

/**
 * Checks the books of a folder as their files settle, a copy being waited for until it is whole, as a hot folder of the app does. Writes and
 * sends nothing. Ends when `signal` says so, or with `once` when everything that lies there has settled. Throws BadArguments.
 */
export async function watchCommand(
  args: FolderArguments,
  resources: string,
  { out, problem }: Output,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { folders, json, once, language } = args;
  const [folder = ''] = folders;
  if ((await stat(folder).catch(() => null))?.isDirectory() !== true)
    throw new BadArguments(`${folder}: no folder to watch`);
  const messages = openMessages(join(resources, 'locales'), language);
  const names = namesByFile(args.rulesFile, messages);
  const check = checker(args, resources);
  const tell = (told: Happening): void => {
    if (json) out(`${JSON.stringify(told)}\n`);
    else if (told.event === 'book') out(bookText(told.report, messages));
    else if (told.event === 'unclear') out(`${told.title}: ${messages.say('findings.book.specMissing.title')}\n`);
    else if (told.event === 'waits') out(`${told.title}: ${told.reason}\n`);
    else if (told.event === 'file') out(`${told.path}: ${told.state}\n`);
    else problem(`${told.path}: ${told.event}\n`);
  };
  const arrivals = new Arrivals();
  /** By path, as they were when they were taken. */
  const taken = new Map<string, WalkedPdf & WalkedFile>();
  /** By the paths of both files: a book whose file is written anew is told anew. */
  const reports = new Map<string, BookReport>();
  const unclear = new Set<string>();
  let isOffline = false;
  while (!signal.aborted) {
    const found = await lookInto(folder, signal);
    if (found === null) {
      if (!isOffline) tell({ event: 'offline', path: folder });
      isOffline = true;
    } else {
      if (isOffline) tell({ event: 'online', path: folder });
      isOffline = false;
      const { files, passing } = found;
      arrivals.see(
        files.filter((file) => !isAsTaken(taken.get(file.path), file)),
        passing,
        performance.now(),
      );
      const settled = await arrivals.settled(performance.now(), async (path) => isWhole(path));
      const fresh = new Set<string>();
      for (const file of settled) {
        const facts = factsOf(file.path);
        // Locked, or gone again: it is looked at as long as it lies there.
        if (facts === null) continue;
        arrivals.forget([file.path]);
        taken.set(file.path, { ...file, facts });
        fresh.add(file.path);
        tell({
          event: 'file',
          path: file.path,
          state: facts.status === 'read' && facts.damage.length === 0 ? 'whole' : 'damaged',
        });
      }
      for (const path of taken.keys()) if (!files.some((file) => file.path === path)) taken.delete(path);
      for (const book of fresh.size === 0 ? [] : pairPdfs([...taken.values()], names)) {
        const paths = [book.cover?.path, book.contents?.path].filter((path) => path !== undefined);
        if (signal.aborted || !paths.some((path) => fresh.has(path))) continue;
        if (book.cover === null || book.contents === null) tell(waiting(book, messages.ref));
        else {
          const report = await check(book);
          const key = paths.join('\n');
          if (report === null) unclear.add(key);
          else {
            unclear.delete(key);
            reports.set(key, report);
          }
          tell(report === null ? { event: 'unclear', title: book.title.normalize('NFC') } : { event: 'book', report });
        }
      }
      if (once && fresh.size === 0 && arrivals.names().length === 0) {
        const halves = pairPdfs([...taken.values()], names).some(
          ({ cover, contents }) => cover === null || contents === null,
        );
        return exitCodeOf([...reports.values()], halves || taken.size === 0 || unclear.size > 0);
      }
    }
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return exitCodeOf([...reports.values()], unclear.size > 0);
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
  return async (book: FoundBook): Promise<BookReport | null> => {
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
): Promise<{ readonly files: readonly WalkedFile[]; readonly passing: readonly string[] } | null> {
  if ((await stat(folder).catch(() => null))?.isDirectory() !== true) return null;
  const files: WalkedFile[] = [];
  const passing: string[] = [];
  await walkPaths([folder], {
    wanted: PDFS,
    signal,
    isPassedBy: (inside, name) => (inside.length === 1 && isDoneFolder(name)) || isMarked(name),
    // The watched folder itself is nobody's book.
    onFile: (file) => files.push({ ...file, folder: file.folder.slice(1) }),
    onIgnored: ({ name }) => {
      if (isPassingName(name)) passing.push(name);
    },
  });
  return { files, passing };
}
