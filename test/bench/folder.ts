import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ChangeFeed } from '../../src-main/shell/change-feed.ts';
import { PDFS, walkPaths } from '../../src-node/walk-folder.ts';
import { readPdfFile } from '../../src-node/pdf-file.ts';
import { memorySecret } from '../desk/support/big-desk.ts';
import { PLAIN_PAGES, plainBook } from '../fixtures/pdf/plain-book.ts';
import { importInWindow } from './app-import.ts';
import { openBenchDesk } from './bench-desk.ts';
import { watchSlices } from './slices.ts';
import { median, spentOn } from './timing.ts';

/**
 * A folder of two thousand books: level 1 of all beside the fastest native tool on every core; then the import of it, by a desk
 * alone, in CPU time of all its threads, and by the built app in its window, which has to stay awake and small meanwhile.
 */
const BOOKS = 2_000;
const PICTURE_BYTES = 4_000;
const ROUNDS = 3;

const GOAL_FOLDER = 0.3;
const GOAL_FIRST_ROW_MS = 1_000;
const GOAL_LISTED_S = 3;
const GOAL_CHECKED_S = 30;
const GOAL_STALL_MS = 50;
const GOAL_APP_MB = 500;

type Goal = readonly [what: string, measured: number, goal: number, detail?: string];

const home = mkdtempSync(join(tmpdir(), 'studio-bench-folder-'));
const drop = join(home, 'drop');
try {
  process.exitCode = await run();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function run(): Promise<number> {
  mkdirSync(drop);
  for (let book = 0; book < BOOKS; book++) {
    const name = join(drop, `Book ${String(book).padStart(4, '0')}`);
    const { cover, contents } = plainBook(book, PICTURE_BYTES);
    writeFileSync(`${name}_cover.pdf`, cover);
    writeFileSync(`${name}_contents.pdf`, contents);
  }
  const goals: readonly Goal[] = [await besidePdfinfo(), ...(await byTheDesk()), ...(await inTheWindow())];
  console.log(`     load of the machine: ${loadavg()[0]?.toFixed(1)}; by the clock figures are right on an idle one`);
  for (const [what, measured, goal, detail = ''] of goals)
    console.log(`${measured <= goal ? 'ok  ' : 'MISS'} ${what}: ${measured.toFixed(2)} (goal ${goal}) ${detail}`);
  return goals.every(([, measured, goal]) => measured <= goal) ? 0 : 1;
}

async function besidePdfinfo(): Promise<Goal> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push((await spentOn(readAll)).wallMs);
    theirs.push((await spentOn(askPdfinfo)).wallMs);
  }
  const [own, peer] = [median(ours), median(theirs)];
  const detail = `${Math.round(own)} ms, ${Math.round(peer)} ms`;
  return [`level 1 of ${BOOKS} books / xargs -P2 pdfinfo`, own / peer, GOAL_FOLDER, detail];
}

async function readAll(): Promise<void> {
  let pages = 0;
  const paths: string[] = [];
  await walkPaths([drop], {
    signal: new AbortController().signal,
    wanted: PDFS,
    onFile: ({ path }) => paths.push(path),
    onIgnored: () => undefined,
  });
  for (const path of paths) {
    const facts = readPdfFile(path);
    if (facts.status === 'read') pages += facts.pageCount;
  }
  if (pages !== BOOKS * (PLAIN_PAGES + 1)) throw new Error(`counted ${pages} pages`);
}

function askPdfinfo(): void {
  const done = spawnSync('sh', [
    '-c',
    `find '${drop}' -name '*.pdf' -print0 | xargs -0 -P2 -n1 pdfinfo -box -l ${PLAIN_PAGES} > /dev/null`,
  ]);
  if (done.status !== 0) throw new Error(`pdfinfo: ${String(done.stderr)}`);
}

async function byTheDesk(): Promise<Goal[]> {
  const { firstRowMs, listedS, checkedS } = await importOnDesk('desk');
  // On a desk of its own: watching keeps the event loop turning while the disk is waited for, which costs CPU itself.
  const longest = watchSlices();
  await importOnDesk('watched');
  return [
    [`the first row of ${BOOKS} books, by the clock, ms`, firstRowMs, GOAL_FIRST_ROW_MS],
    ['all listed, CPU s', listedS, GOAL_LISTED_S],
    ['level 1 of all judged, CPU s', checkedS, GOAL_CHECKED_S],
    ['longest slice of the event loop meanwhile, CPU ms', longest(), GOAL_STALL_MS],
  ];
}

/** The desk's own part, with the questions that a window asks as rows change: at most ten times a second. */
async function importOnDesk(name: string) {
  let since: string | null = null;
  const ids = new Set<string>();
  const startedMs = performance.now();
  const cpuS = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const reached = { firstRowMs: 0, listedS: 0 };
  let fromS = 0;
  let importedAtMs = startedMs;
  const ask = async (): Promise<void> => {
    for (let hasMore = true; hasMore; ) {
      const page = await desk.handlers['library.changes']({ since });
      for (const { bookId } of page.rows) ids.add(bookId);
      ({ mark: since, hasMore } = page);
    }
    if (ids.size > 0 && reached.firstRowMs === 0) reached.firstRowMs = performance.now() - importedAtMs;
    if (ids.size === BOOKS && reached.listedS === 0) reached.listedS = cpuS() - fromS;
  };
  const feed = new ChangeFeed({
    send: ({ topics }) => void (topics.includes('library') && ask()),
    after: (delayMs, next) => void setTimeout(next, delayMs),
  });
  const desk = await openBenchDesk(join(home, name), drop, {
    secretStore: memorySecret,
    onChange: (topics) => feed.changed(...topics),
  });
  fromS = cpuS();
  importedAtMs = performance.now();
  const { importId } = await desk.importPaths([drop]);
  for (let state = 'scanning'; state === 'scanning'; ) {
    await delay(100);
    ({ state } = await desk.handlers['imports.report']({ importId }));
  }
  const checkedS = cpuS() - fromS;
  await ask();
  if (ids.size !== BOOKS) throw new Error(`${ids.size} books were listed`);
  // Level 2 writes its findings while somebody works.
  await delay(3_000);
  feed.stop();
  await desk.close();
  return { ...reached, checkedS };
}

async function inTheWindow(): Promise<Goal[]> {
  const { mainStallMs, windowTaskMs, firstRowMs, processes } = await importInWindow(join(home, 'app'), drop, BOOKS);
  for (const { type, pssMb, rssMb } of processes)
    console.log(`     ${type}: ${pssMb.toFixed(0)} MB (${rssMb.toFixed(0)} resident)`);
  console.log(`     in the window: its first row after ${firstRowMs.toFixed(0)} ms`);
  return [
    ['longest stall of the main process in the app, by the clock, ms', mainStallMs, GOAL_STALL_MS],
    ['longest task of the window, CPU ms of its thread', windowTaskMs, GOAL_STALL_MS],
    [
      `memory of the app with ${BOOKS} books, shared pages counted once, MB`,
      processes.reduce((sum, { pssMb }) => sum + pssMb, 0),
      GOAL_APP_MB,
    ],
  ];
}
