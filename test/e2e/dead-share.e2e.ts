import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { copySamples } from '../desk/desk-harness.ts';
import { canMountShare, Share } from '../fixtures/dead-share.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { processesIn } from './support/processes.ts';
import { chooseInDialogs, section, settledRows } from './support/steps.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';

const ON_SHARE = ['김민수_이서연', '할머니 팔순', '제주의 봄'];
const OWN = ['Nordic summer'];
const SOON_MS = 60_000;

let studio: Studio | null = null;
let isOpen = false;
let share: Share;
let place: string;
afterEach(async () => {
  await share?.unmount();
  if (isOpen) await studio?.close();
  if (studio !== null) dropDataDir(studio.dataDir);
  rmSync(place, { recursive: true, force: true });
});

test.skipIf(!canMountShare)(
  'beside a share that does not answer the studio goes on with its other books, says what waits for it, and closes',
  async () => {
    place = await mkdtemp(join(tmpdir(), 'dead-share-'));
    const [server, own] = [join(place, 'server'), join(place, 'own')];
    mkdirSync(server);
    await copySamples(join(server, 'albums'), '#1', ON_SHARE);
    await copySamples(own, '#1', OWN);
    share = await Share.mount(server, join(place, 'share'));
    const opened = await launchStudio();
    studio = opened;
    isOpen = true;
    await opened.call('connections.startBuiltIn', {});
    await opened.until(({ phase }) => phase === 'ready');
    for (const folder of [join(share.at, 'albums'), own]) {
      await chooseInDialogs(opened, { open: [folder], save: '' });
      await opened.call('imports.pickFolder', {});
    }
    const all = ON_SHARE.length + OWN.length;
    const isReady = ({ stage }: { stage: string }) => stage === 'ready';
    const rows = await settledRows(opened, (now) => now.length === all && now.every(isReady), 4 * SOON_MS);

    await share.falls();
    await opened.call('queue.upload', { bookIds: rows.map(({ bookId }) => bookId), print: HOWEVER_IT_PRINTS });
    const isOwn = ({ batch }: { batch: string }) => batch === 'own';
    await settledRows(opened, (now) => now.find(isOwn)?.stage === 'uploaded', 2 * SOON_MS);
    const jobs = async () => (await opened.call('queue.changes', { since: null })).rows;
    const waiting = async () => (await jobs()).filter(({ problem }) => problem?.key === 'errors.FILE_SILENT').length;
    await expect.poll(waiting, { timeout: 2 * SOON_MS }).toBe(ON_SHARE.length);
    await section(opened.page, 'Queue').click();
    await opened.page.getByText('does not answer').first().waitFor();

    const fromMs = performance.now();
    isOpen = false;
    await opened.close();
    expect(performance.now() - fromMs).toBeLessThan(SOON_MS);
    await expect.poll(() => processesIn(opened.dataDir), { timeout: 40_000 }).toEqual([]);
  },
);
