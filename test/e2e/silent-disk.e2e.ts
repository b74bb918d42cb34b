import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { copySamples } from '../desk/desk-harness.ts';
import { layPipe, waitingForPipes } from '../fixtures/silent-pipes.ts';
import { processesIn } from './support/processes.ts';
import { chooseInDialogs } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';

let studio: Studio | null = null;
let dropped: string;
afterEach(() => {
  if (studio !== null) dropDataDir(studio.dataDir);
  rmSync(dropped, { recursive: true, force: true });
});

test.skipIf(process.platform !== 'linux')(
  'a disk that no longer answers keeps nobody from closing the studio, and nothing of it stays',
  async () => {
    dropped = await mkdtemp(join(tmpdir(), 'silent-disk-'));
    await copySamples(dropped, '#1', ['김민수_이서연', '할머니 팔순', '제주의 봄', 'Nordic summer']);
    const opened = await launchStudio();
    studio = opened;
    await opened.call('connections.startBuiltIn', {});
    await opened.until(({ phase }) => phase === 'ready');
    await chooseInDialogs(opened, { open: [dropped], save: '' });
    const { importId = '' } = (await opened.call('imports.pickFolder', {})) ?? {};
    const state = async () => (await opened.call('imports.report', { importId })).state;
    await expect.poll(state, { timeout: 60_000 }).not.toBe('scanning');
    for (const name of readdirSync(dropped)) {
      rmSync(join(dropped, name));
      layPipe(join(dropped, name));
    }
    const main = opened.app.process();
    await expect.poll(() => waitingForPipes(main.pid ?? 0), { timeout: 60_000 }).toBeGreaterThan(0);
    const fromMs = performance.now();
    await opened.close();
    expect(performance.now() - fromMs).toBeLessThan(60_000);
    await expect.poll(() => processesIn(opened.dataDir), { timeout: 40_000 }).toEqual([]);
    const log = readFileSync(join(opened.dataDir, 'logs/studio.log'), 'utf8');
    expect(log).toContain('the process is held and ends by force');
    expect(log).toContain('the desk is closed');
  },
);
