import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { balanceOf, ledgerSum } from '../../acceptance/journeys.ts';
import { Host } from '../../acceptance/host.ts';
import { copySamples, type LocalBook } from '../../desk/desk-harness.ts';
import type { Studio } from '../../e2e/support/studio.ts';
import type { Round } from '../round.ts';
import { BrokenStart, StudioOperator } from '../studio-operator.ts';
import { StudioUnderFire } from '../studio-under-fire.ts';

const KILLS = 6;
const BOOKS = ['김민수_이서연', '할머니 팔순', '제주의 봄', 'Nordic summer'];
/** A life is cut off anywhere from its first screen to some seconds of work. */
const MOST_MS = 5_000;
const MOST_START_MS = 4_000;
const FINISH_LIMIT_MS = 180_000;
const ANSWER_LIMIT_MS = 10_000;

interface Listed {
  readonly bookUid: string;
  readonly title: string;
  readonly status: string;
  readonly externalRef: string | null;
}

/**
 * The real Electron process tree, killed while a folder of books is imported, uploaded and ordered: main, renderer, helpers,
 * the embedded service and its PostgreSQL at once, the main process alone, or a start that is cut off.
 */
export const studioKilled: Round = {
  name: 'studio',
  async run({ random, folder, say }) {
    const dataDir = join(folder, 'studio');
    await mkdir(dataDir);
    await chmod(dataDir, 0o755);
    const dropped = join(folder, 'books');
    const books = await copySamples(dropped, '#1', BOOKS);
    const studio = new StudioUnderFire(dataDir);
    const operator = new StudioOperator(dropped);
    const kills = { tree: 0, main: 0, start: 0 };
    const recoveriesMs: number[] = [];
    try {
      for (let left = KILLS; left > 0; left -= 1) {
        const chance = random();
        if (chance < 0.2) {
          await studio.killWhileStarting(random() * MOST_START_MS, random);
          kills.start += 1;
          continue;
        }
        const fromMs = performance.now();
        const open = await studio.open();
        const work = operator.begin(open).then(() => {
          recoveriesMs.push(performance.now() - fromMs);
          return operator.work(open, () => isOrdered(studio, open, books));
        });
        const ended = work.then(
          () => null,
          (error: unknown) => error,
        );
        const outcome = await Promise.race([ended, delay(random() * MOST_MS, null)]);
        if (outcome instanceof BrokenStart) throw outcome;
        if (chance < 0.4) {
          await studio.killMain();
          kills.main += 1;
        } else {
          await studio.killTree(random);
          kills.tree += 1;
        }
      }
      const last = await studio.open();
      await Promise.race([
        operator.work(last, () => isOrdered(studio, last, books)),
        delay(FINISH_LIMIT_MS, null, { ref: false }).then(async () => {
          const status = await Promise.race([last.call('app.status', {}), delay(ANSWER_LIMIT_MS, 'no answer')]);
          throw new Error(`not ordered after ${FINISH_LIMIT_MS / 1000} s: ${JSON.stringify(status)}`);
        }),
      ]);
      const found = await verify(await hostOf(studio, last), books, operator.acknowledged);
      await studio.close();
      const strays = await studio.strays();
      if (strays.length > 0) throw new Error(`left behind after quitting: ${strays.join(' | ')}`);
      return { kills, ...found, recoveriesMs };
    } catch (error) {
      say(`${kills.tree + kills.main + kills.start} kills before it broke`);
      throw error;
    } finally {
      await studio.dispose();
    }
  },
};

async function hostOf(studio: StudioUnderFire, open: Studio): Promise<Host> {
  const connection = (await open.call('connections.list', {})).find((one) => one.connectionId === 'builtin-sandbox');
  return new Host(
    () => `${connection?.host}/v1`,
    await studio.sandboxKey(),
    () => undefined,
  );
}

async function all<T>(host: Host, path: string): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const { status, text, body } = await host.get(`${path}?limit=100&offset=${found.length}`);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    found.push(...body.data);
    if (!body.pagination.hasNext) return found;
  }
}

async function isOrdered(studio: StudioUnderFire, open: Studio, books: readonly LocalBook[]): Promise<boolean> {
  return (await all(await hostOf(studio, open), '/orders')).length >= books.length;
}

/** Every book once, drafts counted, ordered once; what the window showed as placed is there; the ledger adds up. */
async function verify(host: Host, books: readonly LocalBook[], acknowledged: ReadonlySet<string>) {
  const listed = await all<Listed>(host, '/books');
  const orders = await all<{ readonly orderUid: string }>(host, '/orders');
  const ofTitle = (title: string) => listed.filter((book) => book.title === title);
  const missing = books.filter(({ title }) => !ofTitle(title).some(({ status }) => status === 'finalized'));
  if (missing.length > 0) throw new Error(`not finalized: ${missing.map(({ title }) => title).join(', ')}`);
  const details = await Promise.all(
    orders.map(
      async ({ orderUid }) =>
        (await host.get(`/orders/${orderUid}`)).body.data as {
          readonly paidCreditAmount: number;
          readonly items: readonly { readonly bookUid: string }[];
        },
    ),
  );
  const times = (bookUid: string) =>
    details.filter(({ items }) => items.some((item) => item.bookUid === bookUid)).length;
  const unordered = books.filter(({ title }) => !ofTitle(title).some(({ bookUid }) => times(bookUid) > 0));
  if (unordered.length > 0) throw new Error(`not ordered: ${unordered.map(({ title }) => title).join(', ')}`);
  const twiceThere = listed.length - books.length;
  const twiceOrdered = orders.length - books.length;
  const [balance, sum] = [await balanceOf(host), await ledgerSum(host)];
  if (balance !== sum) throw new Error(`the ledger sums up to ${sum}, the balance is ${balance}`);
  const lost = [...acknowledged].filter((orderUid) => !orders.some((order) => order.orderUid === orderUid)).length;
  return { acknowledged: acknowledged.size + books.length, lost, doubled: twiceThere + twiceOrdered };
}
