import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BIG_KEY, CONNECTION_ID, placesIn, seedBigDesk, startBigService } from '../desk/support/big-desk.ts';
import type { Studio } from '../e2e/support/studio.ts';
import { watchWindowTasks } from './window-tasks.ts';

export interface AppProcess {
  /** As Chromium calls it: Browser is the main process, Tab the window. */
  readonly type: string;
  /** Of pages that several processes have, the share of this one (proc(5), `Pss`). */
  readonly pssMb: number;
  /** Of `pssMb`, what lies in no file: heaps, stacks, pictures. The rest is mostly Chromium's own program. */
  readonly ownMb: number;
  readonly rssMb: number;
}

/** The built app with an empty library, on a virtual display, beside a service that is another process. */
export async function openEmptyStudio(dataDir: string) {
  const root = resolve(import.meta.dirname, '../..');
  const service = await startBigService();
  mkdirSync(join(dataDir, 'desk'), { recursive: true });
  seedBigDesk(join(dataDir, 'desk'), join(dirname(dataDir), 'seed'), placesIn(root), {
    books: 0,
    stage: 'ready',
    baseUrl: service.baseUrl,
  });
  const { launchStudio } = await import('../e2e/support/studio.ts');
  const studio = await launchStudio({
    dataDir,
    preferences: { language: 'en', theme: 'light', density: 'comfortable' },
  });
  const close = async (): Promise<void> => {
    await studio.close();
    await service.close();
  };
  try {
    await studio.setContentSize(1280, 800);
    await studio.call('connections.replaceKey', { connectionId: CONNECTION_ID, key: BIG_KEY });
    await studio.until(({ phase }) => phase === 'ready');
    return { studio, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** From here on dialogs that ask for a folder or a file answer this one. */
export const answerDialogs = ({ app }: Studio, path: string): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);

/** Imports a folder in the window, and watches what it costs. */
export async function importInWindow(dataDir: string, drop: string, books: number) {
  const { studio, close } = await openEmptyStudio(dataDir);
  try {
    await delay(3_000);
    await answerDialogs(studio, drop);
    const before = await processesOf(studio);
    await watchMain(studio);
    const longestTaskMs = await watchWindowTasks(studio);
    const fromMs = performance.now();
    const imported = await studio.call('imports.pickFolder', {});
    if (imported === null) throw new Error('no folder was picked');
    const { importId } = imported;
    await studio.page.locator('[data-table] [aria-rowindex="2"]').waitFor();
    const firstRowMs = performance.now() - fromMs;
    for (let state = 'scanning'; state === 'scanning'; ) {
      await delay(500);
      ({ state } = await studio.call('imports.report', { importId }));
    }
    // Levels 2 and 3 have begun.
    await delay(5_000);
    const { library } = await studio.call('app.status', {}).then(({ counts }) => ({ library: counts.all }));
    if (library !== books) throw new Error(`${library} books were listed`);
    const windowTaskMs = await longestTaskMs();
    const mainStallMs = await mainStallOf(studio);
    // The threads that read are gone, and levels 2 and 3 go on. Only now: who looks at a process's pages holds it up.
    await delay(20_000);
    const processes = await processesOf(studio);
    return { mainStallMs, windowTaskMs, firstRowMs, before, processes };
  } finally {
    await close();
  }
}

/** From here on the main process notes how long it answered nobody. */
const watchMain = ({ app }: Studio): Promise<void> =>
  app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks');
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    Object.assign(globalThis, { benchLoop: loop });
  });

const mainStallOf = async ({ app }: Studio): Promise<number> =>
  (await app.evaluate(() => (globalThis as unknown as { benchLoop: { readonly max: number } }).benchLoop.max)) / 1e6;

/** What each process of the app holds. Who looks at its pages holds it up. */
export async function processesOf({ app }: Studio): Promise<AppProcess[]> {
  const all = await app.evaluate(({ app: electron }) =>
    electron.getAppMetrics().map(({ pid, type }) => ({ pid, type })),
  );
  return all.flatMap(({ pid, type }) => {
    try {
      const told = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
      const mb = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(told)?.[1] ?? 0) / 1024;
      return [{ type, pssMb: mb('Pss'), ownMb: mb('Pss_Anon'), rssMb: mb('Rss') }];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}
