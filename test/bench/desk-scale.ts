import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { contract } from '../../src-core/ipc/contract.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import {
  memorySecret,
  placesIn,
  seedBigDesk,
  startBigService,
  type BigService,
  type SeededStage,
} from '../desk/support/big-desk.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN, linesOf } from '../fixtures/order-plan.ts';
import { openBenchDesk } from './bench-desk.ts';
import { watchSlices } from './slices.ts';

/**
 * The desk at ten thousand books, in CPU time of the whole process (`process.cpuUsage`): what the clock says on a busy
 * machine tells nothing. Each figure is taken at a thousand books too: ten times the books may cost ten times as much,
 * and a little for the pages of a larger store.
 */
const BOOKS = 10_000;
const FEWER = 1_000;
const REVIEWED = 500;
const MOST_GROWTH = 1.5 * (BOOKS / FEWER);
/** Below this a ratio tells the noise. */
const TELLING_MS = 20;
const root = resolve(import.meta.dirname, '../..');

interface Figures {
  readonly rowsMs: number;
  readonly deltaMs: number;
  readonly statusMs: number;
  readonly queueMs: number;
  readonly longestSliceMs: number;
  readonly jobsMs: number;
  readonly ordersMs: number;
  readonly estimates: number;
  readonly lookMs: number;
}

const folder = mkdtempSync(join(tmpdir(), 'studio-bench-desk-scale-'));
try {
  process.exitCode = await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function run(): Promise<number> {
  const fewer = await measure(FEWER);
  const many = await measure(BOOKS);
  const goals = [
    [`library of ${BOOKS} books, CPU ms`, many.rowsMs, 100],
    ['one changed book of them, CPU ms', many.deltaMs, 5],
    ['status line, CPU ms', many.statusMs, 20],
    ['queueing all of them, CPU ms', many.queueMs, 1_500],
    ['longest slice of it, CPU ms', many.longestSliceMs, 16],
    [`queue of ${BOOKS} jobs, CPU ms`, many.jobsMs, 200],
    [`list of ${BOOKS} orders, CPU ms`, many.ordersMs, 250],
    ['coming to the front: all files, and the orders, CPU ms', many.lookMs, 5_000],
    [`estimates for ${REVIEWED} orders`, many.estimates, 10],
    ...(['rowsMs', 'queueMs', 'jobsMs', 'ordersMs', 'lookMs'] as const).map(
      (name) =>
        [
          `${name}: growth from ${FEWER} to ${BOOKS} books`,
          many[name] / Math.max(TELLING_MS, fewer[name]),
          MOST_GROWTH,
        ] as const,
    ),
  ] as const;
  for (const [what, measured, goal] of goals)
    console.log(`${measured <= goal ? 'ok  ' : 'MISS'} ${what}: ${measured.toFixed(1)} (goal ${goal})`);
  return goals.every(([, measured, goal]) => measured <= goal) ? 0 : 1;
}

async function measure(books: number): Promise<Figures> {
  const service = await startBigService({ orders: books });
  try {
    const ready = await withDesk(service, `ready-${books}`, books, 'ready', async (desk) => {
      const rowsMs = await best(async () => void (await readList(desk, 'library.changes')));
      const { mark } = await readList(desk, 'library.changes');
      let at = 0;
      let since = mark;
      const change = async (): Promise<void> =>
        void (await desk.handlers['library.setTitle']({
          bookId: `b_${String(at++).padStart(5, '0')}`,
          title: `Book ${at}`,
        }));
      const deltaMs = await best(async () => {
        const page = contract['library.changes'].output.parse(await desk.handlers['library.changes']({ since }));
        if (page.rows.length !== 1) throw new Error(`${page.rows.length} rows changed`);
        since = page.mark;
      }, change);
      const statusMs = await best(async () => void desk.statusSnapshot());
      const lookMs = await cpuOf(async () => {
        desk.setForeground(false);
        desk.setForeground(true);
        await quiet();
      });
      const queueMs = await cpuOf(() => queueAll(desk, books));
      const jobsMs = await best(async () => void (await readList(desk, 'queue.changes')));
      return { rowsMs, deltaMs, statusMs, lookMs, queueMs, jobsMs };
    });
    // On a desk of its own: watching keeps the event loop turning while the disk is waited for, which costs CPU itself.
    const longestSliceMs = await withDesk(service, `watched-${books}`, books, 'ready', async (desk) => {
      const longest = watchSlices();
      await queueAll(desk, books);
      return longest();
    });
    const estimates = await withDesk(service, `uploaded-${books}`, books, 'uploaded', async (desk) => {
      const before = service.calls.length;
      const answer = await desk.handlers['orders.review']({
        ...EACH_ON_ITS_OWN,
        bookIds: Array.from({ length: Math.min(REVIEWED, books) }, (_, one) => `b_${String(one).padStart(5, '0')}`),
      });
      if (!answer.ok || linesOf(answer.review).length !== Math.min(REVIEWED, books))
        throw new Error('the review failed');
      return service.calls.slice(before).filter(({ path }) => path.endsWith('/orders/estimate')).length;
    });
    const ordersMs = await withDesk(service, `ordered-${books}`, books, 'ordered', (desk) =>
      best(async () => void (await readList(desk, 'orders.changes'))),
    );
    return { ...ready, longestSliceMs, estimates, ordersMs };
  } finally {
    await service.close();
  }
}

async function withDesk<T>(
  service: BigService,
  name: string,
  books: number,
  stage: SeededStage,
  work: (desk: Desk) => Promise<T>,
): Promise<T> {
  const dataDir = join(folder, name);
  const drop = join(folder, `${name}-drop`);
  const places = placesIn(root);
  seedBigDesk(dataDir, drop, places, { books, stage, baseUrl: service.baseUrl });
  const desk = await openBenchDesk(dataDir, drop, { secretStore: memorySecret });
  try {
    await quiet();
    return await work(desk);
  } finally {
    await desk.close();
    rmSync(dataDir, { recursive: true, force: true });
    rmSync(drop, { recursive: true, force: true });
  }
}

async function queueAll(desk: Desk, books: number): Promise<void> {
  await desk.handlers['queue.pause']({ how: 'now' });
  const { queued } = await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  if (queued !== books) throw new Error(`${queued} books were queued`);
}

async function readList(
  desk: Desk,
  channel: 'library.changes' | 'queue.changes' | 'orders.changes',
): Promise<{ readonly mark: string }> {
  let mark: string | null = null;
  for (let hasMore = true; hasMore; ) {
    const page: { readonly mark: string; readonly hasMore: boolean } = await desk.handlers[channel]({ since: mark });
    ({ mark, hasMore } = page);
  }
  return { mark: mark as string };
}

async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Of several runs, since the first ones compile. */
async function best(work: () => Promise<void>, before: () => Promise<void> = async () => undefined): Promise<number> {
  const taken: number[] = [];
  for (let round = 0; round < 5; round++) {
    await before();
    taken.push(await cpuOf(work));
  }
  return Math.min(...taken);
}

/** Until the desk does nothing of its own accord any more. */
async function quiet(): Promise<void> {
  for (;;) {
    const before = process.cpuUsage();
    await delay(300);
    const { user, system } = process.cpuUsage(before);
    if (user + system < 15_000) return;
  }
}
