import { beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../src-core/desk/app-errors.ts';
import type { UpdateState } from '../../src-core/desk/updates.ts';
import { FIRST_UPDATES, Updates, type Updater, type UpdatesDeps } from './updates.ts';

const FEED = 'https://versions.example/studio';

/** What a feed has and what it was asked, with no network and no package. */
class PlayedUpdater implements Updater {
  newest: string | null = '2.0.0';
  downloads = 0;
  fault: Error | null = null;
  installFault: Error | null = null;
  /** Of the call that waits, where one is to. */
  waits: Promise<void> = Promise.resolve();
  readonly installed: { readonly opensAnew: boolean }[] = [];

  async look(): Promise<string | null> {
    await this.waits;
    if (this.fault !== null) throw this.fault;
    return this.newest;
  }

  async download(told: (percent: number) => void): Promise<void> {
    this.downloads += 1;
    told(12.4);
    told(12.9);
    await this.waits;
    if (this.fault !== null) throw this.fault;
    told(100);
  }

  async install(opensAnew: boolean): Promise<void> {
    if (this.installFault !== null) throw this.installFault;
    this.installed.push({ opensAnew });
  }
}

let updater: PlayedUpdater;
let feeds: string[];
let shown: UpdateState[];
let timer: { readonly delayMs: number; readonly run: () => void } | null;
let opened: number;
let kept: { value: typeof FIRST_UPDATES };
let updates: Updates;

/** A start of the studio, with what the run before kept. */
function start(change: Partial<UpdatesDeps> = {}): Updates {
  shown = [];
  timer = null;
  updates = new Updates({
    kept: {
      get value() {
        return kept.value;
      },
      write: (value) => void (kept.value = value),
    },
    productFeed: FEED,
    version: '1.0.0',
    updaterOf: (feed) => {
      feeds.push(feed);
      return updater;
    },
    clock: { nowMs: () => 1_000 },
    after: (delayMs, run) => {
      timer = { delayMs, run };
      return () => void (timer = null);
    },
    changed: () => shown.push(updates.state),
    openAnew: () => void (opened += 1),
    log: { write: () => undefined },
    ...change,
  });
  return updates;
}

const phases = () => shown.map(({ phase, percent }) => (percent === null ? phase : `${phase} ${percent}`));

beforeEach(() => {
  updater = new PlayedUpdater();
  feeds = [];
  opened = 0;
  kept = { value: FIRST_UPDATES };
  start();
});

describe('looking', () => {
  test('a newer version is fetched by itself and installed when the studio closes, not before', async () => {
    await updates.look();
    expect(phases()).toEqual(['looking', 'found', 'downloading 0', 'downloading 12', 'downloading 100', 'ready']);
    expect(updates.state).toMatchObject({ phase: 'ready', version: '2.0.0', lookedAtMs: 1_000, problem: null });
    expect(updater.installed).toEqual([]);
    await updates.finish();
    expect(updater.installed).toEqual([{ opensAnew: false }]);
  });

  test('comes a minute after the start, and every six hours after that', async () => {
    updates.begin();
    expect(timer?.delayMs).toBe(60_000);
    updater.newest = null;
    timer?.run();
    await expect.poll(() => updates.state.phase).toBe('current');
    expect(timer?.delayMs).toBe(6 * 3_600_000);
  });

  test('does not come by itself when it is switched off, and by a person’s wish nothing is fetched', async () => {
    updates.begin();
    updates.choose({ mode: 'off' });
    expect(timer).toBeNull();
    await updates.look();
    expect(updates.state).toMatchObject({ phase: 'found', version: '2.0.0' });
    expect([updater.downloads, timer]).toEqual([0, null]);
  });

  test('only tells where that is chosen; what is fetched then by a wish is installed at the close', async () => {
    updates.choose({ mode: 'tell' });
    await updates.look();
    expect([updates.state.phase, updater.downloads]).toEqual(['found', 0]);
    await updates.download();
    expect(updates.state.phase).toBe('ready');
    await updates.finish();
    expect(updater.installed).toHaveLength(1);
  });

  test('asks nobody without a feed, and where the studio did not come in a package', async () => {
    start({ productFeed: '' });
    updates.begin();
    await updates.look();
    expect([updates.state.phase, timer, feeds]).toEqual(['noFeed', null, []]);
    start({ updaterOf: null });
    updates.begin();
    await updates.look();
    expect([updates.state.phase, timer]).toEqual(['unpacked', null]);
  });

  test('says why it could not, and looks again later', async () => {
    updater.fault = new AppError('UPDATE_UNREACHABLE', { params: { address: FEED, reason: 'no way' } });
    await updates.look();
    expect(updates.state).toMatchObject({ phase: 'failed', problem: { key: 'errors.UPDATE_UNREACHABLE' } });
    expect(timer?.delayMs).toBe(6 * 3_600_000);
    updater.fault = null;
    await updates.look();
    expect(updates.state).toMatchObject({ phase: 'ready', problem: null });
  });

  test('does not fetch again what is ready, and fetches what came after it', async () => {
    await updates.look();
    await updates.look();
    expect([updates.state.phase, updater.downloads]).toEqual(['ready', 1]);
    updater.newest = '2.0.1';
    await updates.look();
    expect(updates.state).toMatchObject({ phase: 'ready', version: '2.0.1' });
    expect(updater.downloads).toBe(2);
  });

  test('a look that fails leaves what is ready to be installed', async () => {
    await updates.look();
    updater.fault = new Error('socket hang up');
    await expect(updates.look()).rejects.toMatchObject({ code: 'UPDATE_UNREACHABLE' });
    expect(timer?.delayMs).toBe(6 * 3_600_000);
    expect(updates.state).toMatchObject({ phase: 'ready', version: '2.0.0' });
    await updates.finish();
    expect(updater.installed).toHaveLength(1);
  });
});

describe('a feed of the studio’s own', () => {
  test('is asked at once, in the place of the product’s', async () => {
    updates.choose({ feed: ' https://files.studio.example/versions ' });
    expect(timer?.delayMs).toBe(0);
    await updates.look();
    expect(feeds).toEqual(['https://files.studio.example/versions']);
  });

  test.each(['http://files.studio.example', 'ftp://files.studio.example', 'versions', 'https://me:word@files.example'])(
    'is not %s, by which anybody between could send a program',
    (feed) => {
      expect(() => updates.choose({ feed })).toThrow(expect.objectContaining({ code: 'UPDATE_ADDRESS' }));
      expect(updates.state.feed).toBe('');
    },
  );

  test('what the feed before it answers later counts no more', async () => {
    let answer: () => void = () => undefined;
    updater.waits = new Promise((resolve) => void (answer = resolve));
    const late = updates.look();
    updates.choose({ feed: 'https://files.studio.example' });
    answer();
    await late;
    expect(updates.state).toMatchObject({ phase: 'unasked', version: null });
  });
});

describe('a version that is skipped', () => {
  test('is not fetched again, also after a start, until it is asked for; the next one is', async () => {
    await updates.look();
    updates.refuse();
    expect(updates.state.phase).toBe('refused');
    await updates.finish();
    expect(updater.installed).toEqual([]);
    start();
    await updates.look();
    expect([updates.state.phase, updater.downloads]).toEqual(['refused', 1]);
    await updates.download();
    expect(updates.state.phase).toBe('ready');
    updates.refuse();
    updater.newest = '2.1.0';
    await updates.look();
    expect(updates.state).toMatchObject({ phase: 'ready', version: '2.1.0' });
  });
});

test('a version that was skipped is fetched all the same where it cannot be kept that it is wanted again', async () => {
  await updates.look();
  updates.refuse();
  const { value } = kept;
  start({
    kept: {
      value,
      write: () => {
        throw new Error('ENOSPC');
      },
    },
  });
  await updates.look();
  await updates.download();
  expect(updates.state.phase).toBe('ready');
});

describe('the end of a run', () => {
  test('opens the new version when a person asked for it, and never without', async () => {
    expect(updates.wantNow()).toBe(false);
    await updates.look();
    expect(updates.wantNow()).toBe(true);
    await updates.finish();
    expect(updater.installed).toEqual([{ opensAnew: true }]);
  });

  test('does not open it when somebody would rather stay first, and closes later', async () => {
    await updates.look();
    updates.wantNow();
    updates.wantLater();
    await updates.finish();
    expect(updater.installed).toEqual([{ opensAnew: false }]);
  });

  test('installs nothing while it is still being fetched', async () => {
    updater.download = () => new Promise(() => undefined);
    void updates.look();
    await expect.poll(() => updates.state.phase).toBe('downloading');
    await updates.finish();
    expect([updater.installed, kept.value.installing]).toEqual([[], null]);
  });

  test('what was not installed is said at the next start, tried on demand alone, and opens this version again', async () => {
    updater.installFault = new Error('pkexec exited with code 127');
    await updates.look();
    updates.wantNow();
    await updates.finish();
    expect(opened).toBe(1);
    start();
    expect(updates.state).toMatchObject({
      phase: 'failed',
      version: '2.0.0',
      problem: { key: 'errors.UPDATE_NOT_INSTALLED', params: { version: '2.0.0', current: '1.0.0' } },
    });
    updater.installFault = null;
    await updates.look();
    expect(updates.state).toMatchObject({ phase: 'ready', problem: { key: 'errors.UPDATE_NOT_INSTALLED' } });
    await updates.finish();
    expect(updater.installed).toEqual([]);
    updates.wantNow();
    await updates.finish();
    expect(updater.installed).toEqual([{ opensAnew: true }]);
  });

  test('on a full disk installs nothing and keeps no process, and opens this version again where a person waits for one', async () => {
    let isFull = false;
    const write = (value: typeof FIRST_UPDATES) => {
      if (isFull) throw new Error('ENOSPC');
      kept.value = value;
    };
    start({
      kept: {
        get value() {
          return kept.value;
        },
        write,
      },
    });
    await updates.look();
    isFull = true;
    await updates.finish();
    expect([updater.installed, opened]).toEqual([[], 0]);
    updates.wantNow();
    await updates.finish();
    expect([updater.installed, opened]).toEqual([[], 1]);
  });

  test('what was begun before is told at a start on a full disk, too', () => {
    kept.value = { ...FIRST_UPDATES, installing: '2.0.0' };
    start({
      kept: {
        value: kept.value,
        write: () => {
          throw new Error('ENOSPC');
        },
      },
    });
    expect(updates.state).toMatchObject({ phase: 'failed', problem: { key: 'errors.UPDATE_NOT_INSTALLED' } });
  });

  test('what was installed is known at the next start, and nothing is said of it', async () => {
    await updates.look();
    await updates.finish();
    expect(kept.value.installing).toBe('2.0.0');
    start({ version: '2.0.0' });
    expect(updates.state).toMatchObject({ phase: 'unasked', problem: null });
    expect(kept.value.installing).toBeNull();
  });
});
