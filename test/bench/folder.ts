import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import { systemClock, systemIds } from '../../src-main/desk/system-ports.ts';
import { PDFS, walkPaths } from '../../src-node/walk-folder.ts';
import { readPdfFile } from '../../src-node/pdf-file.ts';
import { RawPdfWriter } from '../fixtures/pdf/raw-pdf.ts';

/**
 * A folder of a thousand books: how long level 1 of all takes beside the fastest native tool on every core, and whether
 * the process that draws the window ever stands still while they are imported.
 */
const BOOKS = 1_000;
const PAGES = 24;
const PICTURE_BYTES = 20_000;
const ROUNDS = 3;
const GOAL_FOLDER = 0.3;
const GOAL_STALL_MS = 50;
const root = resolve(import.meta.dirname, '../..');

const folder = mkdtempSync(join(tmpdir(), 'studio-bench-folder-'));
try {
  process.exitCode = await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const drop = join(folder, 'drop');
  mkdirSync(drop);
  for (let book = 0; book < BOOKS; book++) {
    const name = `Book ${String(book).padStart(4, '0')}`;
    writeFileSync(join(drop, `${name}_cover.pdf`), pdf(1, 544, 288, book));
    writeFileSync(join(drop, `${name}_contents.pdf`), pdf(PAGES, 249, 254, book));
  }
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(
      await timed(async () => {
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
        if (pages !== BOOKS * (PAGES + 1)) throw new Error(`counted ${pages} pages`);
      }),
    );
    theirs.push(
      await timed(async () => {
        const done = spawnSync('sh', [
          '-c',
          `find '${drop}' -name '*.pdf' -print0 | xargs -0 -P2 -n1 pdfinfo -box -l ${PAGES} > /dev/null`,
        ]);
        if (done.status !== 0) throw new Error(`pdfinfo: ${String(done.stderr)}`);
      }),
    );
  }
  const stallMs = await longestStall(drop);
  const ratio = median(ours) / median(theirs);
  const goals = [
    [
      `level 1 of ${BOOKS} books / xargs -P2 pdfinfo`,
      ratio,
      GOAL_FOLDER,
      `${Math.round(median(ours))} ms, ${Math.round(median(theirs))} ms`,
    ],
    ['longest stall of the main process while importing, ms', stallMs, GOAL_STALL_MS, ''],
  ] as const;
  for (const [what, measured, goal, detail] of goals)
    console.log(`${measured <= goal ? 'ok  ' : 'MISS'} ${what}: ${measured.toFixed(2)} (goal ${goal}) ${detail}`);
  return goals.every(([, measured, goal]) => measured <= goal) ? 0 : 1;
}

/** Imports the folder on a desk of its own, levels 2 and 3 beginning behind it, and watches the event loop. */
async function longestStall(drop: string): Promise<number> {
  const desk = await createDesk({
    appVersion: '0.0.0-bench',
    opening: 'whole',
    dataDir: join(folder, 'desk'),
    layouts: {
      folder: join(folder, 'layouts'),
      previews: join(folder, 'previews'),
      // Nothing is laid out here: no thread is begun.
      pictureWorkerUrl: pathToFileURL(join(import.meta.dirname, 'picture-worker.js')),
      exportWorkerUrl: pathToFileURL(join(import.meta.dirname, 'export-worker.js')),
      graphicsFolder: '',
    },
    migrationsFolder: join(root, 'src-main/desk/store/migrations'),
    catalogueFile: join(root, 'resources/catalogue/book-specs.json'),
    samplesFolder: drop,
    reportPlaces: { locales: join(root, 'resources/locales'), fonts: join(root, 'resources/fonts') },
    preflightWorkerUrl: pathToFileURL(join(import.meta.dirname, 'preflight-worker.js')),
    secretStore: {
      state: 'sessionOnly',
      get: async () => null,
      set: async () => undefined,
      delete: async () => undefined,
    },
    clock: systemClock,
    ids: systemIds,
    random: () => 0,
    log: { write: () => undefined },
    orderHoldMs: () => 0,
    onChange: () => undefined,
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { importId } = await desk.importPaths([drop]);
  for (let state = 'scanning'; state === 'scanning'; ) {
    await new Promise((next) => setTimeout(next, 100));
    ({ state } = await desk.handlers['imports.report']({ importId }));
  }
  // Level 2 writes its findings while somebody works.
  await new Promise((next) => setTimeout(next, 3_000));
  delay.disable();
  await desk.close();
  return delay.max / 1e6;
}

/** Each book has pictures of its own size, so that no two files are taken for one. */
function pdf(pages: number, widthMm: number, heightMm: number, book: number): Uint8Array {
  const writer = new RawPdfWriter();
  const points = (mm: number) => ((mm * 72) / 25.4).toFixed(3);
  const kids = Array.from({ length: pages }, (_, page) => `${3 + 2 * page} 0 R`).join(' ');
  writer.object(1, '<< /Type /Catalog /Pages 2 0 R >>').object(2, `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`);
  const picture = new Uint8Array(PICTURE_BYTES + book);
  for (let page = 0; page < pages; page++) {
    writer.object(
      3 + 2 * page,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${points(widthMm)} ${points(heightMm)}] >>`,
    );
    writer.stream(
      4 + 2 * page,
      '/Type /XObject /Subtype /Image /Width 100 /Height 66 /BitsPerComponent 8 /ColorSpace /DeviceRGB',
      picture,
    );
  }
  writer.table({ trailer: '/Root 1 0 R' });
  return writer.finish();
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
