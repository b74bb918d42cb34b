import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPdfFacts } from '../../src-core/pdf/read-facts.ts';
import type { PdfFacts } from '../../src-core/pdf/read-facts.ts';
import { nodePdfTools, openPdfFile } from '../../src-node/pdf-file.ts';
import { randomBlock, writeBigBook } from './big-book.ts';

const MB = 1_000_000;
const ROUNDS = 15;
/** Repetitions of the reader in a round; the fastest-moving figures need them most. */
const REPEATS = 5;
const WARM_UPS = 60;
const XREF_ENTRY_BYTES = 20;
const OBJECTS_PER_PAGE = 3.1;

const BOOKS = {
  p200: { pages: 200, sizeBytes: 450 * MB },
  p100: { pages: 100, sizeBytes: 460 * MB },
  small: { pages: 100, sizeBytes: 10 * MB },
  p5000: { pages: 5_000, sizeBytes: 50 * MB },
} as const;
type BookName = keyof typeof BOOKS;

const PEERS = {
  mutool: (path: string) => ['mutool', ['pages', path]] as const,
  pdfinfo: (path: string, pages: number) => ['pdfinfo', ['-box', '-l', String(pages), path]] as const,
};
type PeerName = keyof typeof PEERS;

interface Goal {
  readonly what: string;
  readonly goal: number;
  readonly measured: number;
  readonly detail: string;
}

const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'));
const pathOf = (name: BookName) => join(folder, `${name}.pdf`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}

function run(): number {
  const missing = (Object.keys(PEERS) as PeerName[]).filter((peer) => spawnSync(peer, ['-v']).error !== undefined);
  if (missing.length > 0) {
    console.error(`Not found: ${missing.join(', ')}. On Debian: apt-get install mupdf-tools poppler-utils`);
    return 2;
  }
  writeBooks();
  const { reader, peers } = measure();
  const goals = [...timeGoals(reader, peers), ...costGoals(), recoveryGoal()];
  printTable(reader, peers, goals);
  return goals.every(({ measured, goal }) => measured <= goal) ? 0 : 1;
}

function writeBooks(): void {
  const block = randomBlock();
  for (const name of Object.keys(BOOKS) as BookName[]) {
    const { pages, sizeBytes } = BOOKS[name];
    writeBigBook(pathOf(name), pages, sizeBytes, block);
  }
}

function readBook(name: BookName): PdfFacts {
  const source = openPdfFile(pathOf(name));
  try {
    return readPdfFacts(source, nodePdfTools);
  } finally {
    source.close();
  }
}

type Samples = Record<BookName, number[]>;
const noSamples = (): Samples => ({ p200: [], p100: [], small: [], p5000: [] });

/** All programs on all files in every round, so that whatever else the machine does meets them alike. */
function measure(): { reader: Samples; peers: Record<PeerName, Samples> } {
  const reader = noSamples();
  const peers: Record<PeerName, Samples> = { mutool: noSamples(), pdfinfo: noSamples() };
  for (let i = 0; i < WARM_UPS; i++) readBook(i % 10 === 0 ? 'p5000' : 'small');
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(BOOKS) as BookName[]) {
      for (let i = 0; i < REPEATS; i++) reader[name].push(timeMs(() => checkPages(name, readBook(name))));
      for (const peer of Object.keys(PEERS) as PeerName[]) {
        const [command, args] = PEERS[peer](pathOf(name), BOOKS[name].pages);
        peers[peer][name].push(
          timeMs(() => spawnSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * MB })),
        );
      }
    }
  }
  return { reader, peers };
}

function checkPages(name: BookName, facts: PdfFacts): void {
  if (facts.status !== 'read' || facts.pageCount !== BOOKS[name].pages || facts.damage.length > 0) {
    throw new Error(`${name} was not read: ${JSON.stringify({ ...facts, pages: undefined })}`);
  }
}

function timeGoals(reader: Samples, peers: Record<PeerName, Samples>): Goal[] {
  const own = (name: BookName) => median(reader[name]);
  const against = (peer: PeerName, name: BookName, goal: number): Goal => ({
    what: `time / ${peer}, ${labelOf(name)}`,
    goal,
    measured: own(name) / median(peers[peer][name]),
    detail: `${ms(own(name))} / ${ms(median(peers[peer][name]))}`,
  });
  const ratio = (what: string, above: BookName, below: BookName, goal: number): Goal => ({
    what,
    goal,
    measured: own(above) / own(below),
    detail: `${ms(own(above))} / ${ms(own(below))}`,
  });
  return [
    against('mutool', 'p200', 0.25),
    against('pdfinfo', 'p200', 0.15),
    against('mutool', 'p100', 0.25),
    against('pdfinfo', 'p100', 0.15),
    against('mutool', 'p5000', 0.5),
    against('pdfinfo', 'p5000', 0.5),
    ratio('time of 200 pages / 100 pages', 'p200', 'p100', 2.3),
    ratio('time of 460 MB / 10 MB', 'p100', 'small', 1.3),
  ];
}

/** Bytes and reads against what the design allows, as a part of it. */
function costGoals(): Goal[] {
  return (Object.keys(BOOKS) as BookName[]).flatMap((name): Goal[] => {
    const { pages } = BOOKS[name];
    const facts = readBook(name);
    const allowedBytes = 8192 * pages + pages * OBJECTS_PER_PAGE * XREF_ENTRY_BYTES + 64 * 1024;
    return [
      {
        what: `bytes read, ${labelOf(name)}`,
        goal: 1,
        measured: facts.bytesRead / allowedBytes,
        detail: `${kb(facts.bytesRead)} of ${kb(allowedBytes)} allowed`,
      },
      {
        what: `reads, ${labelOf(name)}`,
        goal: 1,
        measured: facts.reads / (pages + 10),
        detail: `${facts.reads} of ${pages + 10} allowed`,
      },
    ];
  });
}

/** The trailer and a part of the table cut off: found again without reading the pictures. */
function recoveryGoal(): Goal {
  const path = pathOf('p100');
  truncateSync(path, statSync(path).size - 1500);
  const facts = readBook('p100');
  if (facts.status !== 'read' || facts.pageCount !== BOOKS.p100.pages)
    throw new Error('the cut file was not recovered');
  return {
    what: 'bytes read, 460 MB without its trailer',
    goal: 0.05,
    measured: facts.bytesRead / facts.sizeBytes,
    detail: `${kb(facts.bytesRead)}, ${facts.reads} reads, ${ms(median(Array.from({ length: 7 }, () => timeMs(() => readBook('p100')))))}`,
  };
}

function printTable(reader: Samples, peers: Record<PeerName, Samples>, goals: readonly Goal[]): void {
  console.log(
    `Level 1: pages and boxes. ${ROUNDS} interleaved rounds, medians; ${cpus().length} cores, Node ${process.versions.node}.`,
  );
  console.log(
    'The reader is timed inside this warm process, open and close included, as the app runs it in a lasting worker;',
  );
  console.log('mutool and pdfinfo are timed as processes, start-up included, as there is no other way to run them.\n');
  const row = (...cells: string[]) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(26) : cell.padStart(14))).join(''));
  row('file', 'reader', 'mutool pages', 'pdfinfo -box');
  for (const name of Object.keys(BOOKS) as BookName[]) {
    row(labelOf(name), ms(median(reader[name])), ms(median(peers.mutool[name])), ms(median(peers.pdfinfo[name])));
  }
  console.log('');
  const line = (what: string, measured: string, goal: string, verdict: string, detail: string) =>
    console.log(`${what.padEnd(44)}${measured.padStart(8)}${goal.padStart(9)}  ${verdict.padEnd(7)} ${detail}`);
  line('goal', 'ratio', 'at most', '', '');
  for (const { what, measured, goal, detail } of goals) {
    line(what, measured.toFixed(3), goal.toFixed(2), measured <= goal ? 'met' : 'MISSED', detail);
  }
}

function labelOf(name: BookName): string {
  const { pages, sizeBytes } = BOOKS[name];
  return `${pages} pages, ${sizeBytes / MB} MB`;
}

function timeMs(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] as number;
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;
const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;

let exitCode = 1;
try {
  exitCode = run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);
