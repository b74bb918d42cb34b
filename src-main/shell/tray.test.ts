import { describe, expect, test } from 'vitest';
import type { DeskStatus } from '../desk/desk.ts';
import { sayIn } from './texts.ts';
import { StudioTray, trayOf, type TrayView } from './tray.ts';
import { hasTray } from './tray-host.ts';

type Queue = DeskStatus['queue'];
const QUEUE = { state: 'running', done: 34, total: 187, failed: 0, resumesAtMs: null } as Queue;
const view = (queue: Partial<Queue>, isFinishing = false, language: 'ko' | 'en' = 'en'): TrayView =>
  trayOf({ queue: { ...QUEUE, ...queue } }, { title: 'Book Print Studio · LIVE', isFinishing, say: sayIn(language) });
const deeds = (of: TrayView) => of.lines.map(({ does }) => does);

describe('the tray of a studio without its window', () => {
  test('says how far the queue is, in its tooltip and its menu, with the word of the environment', () => {
    const running = view({});
    expect(running.tooltip).toBe('Book Print Studio · LIVE\n34 of 187 books sent');
    expect(running.lines[1]).toEqual({ does: 'progress', label: '34 of 187 books sent' });
    expect(view({}, false, 'ko').tooltip).toContain('187권 중 34권 전송');
  });

  test.each([
    ['running', null, ['open', 'progress', 'pause', 'quit'], '34 of 187 books sent'],
    ['later', null, ['open', 'progress', 'pause', 'quit'], 'Waiting, 34 of 187 books sent'],
    ['away', null, ['open', 'progress', 'pause', 'quit'], 'Waiting, 34 of 187 books sent'],
    ['paused', null, ['open', 'progress', 'resume', 'quit'], 'Paused, 34 of 187 books sent'],
    ['held', null, ['open', 'progress', 'resume', 'quit'], 'Waiting, 34 of 187 books sent'],
    // It goes on when the service takes more: nothing to press.
    ['held', 1_000, ['open', 'progress', 'quit'], 'Waiting, 34 of 187 books sent'],
    ['idle', null, ['open', 'progress', 'quit'], 'Nothing to send'],
  ] as const)('of a queue that is %s (until %s) offers %s', (state, resumesAtMs, offered, line) => {
    const shown = view({ state, resumesAtMs });
    expect(deeds(shown)).toEqual(offered);
    expect(shown.lines[1]?.label).toBe(line);
  });

  test('says what failed once the rest is through, and that the studio quits then', () => {
    expect(view({ state: 'idle', failed: 2 }).lines[1]?.label).toBe('2 books need you');
    expect(view({}, true).lines[1]?.label).toBe('34 of 187 books sent, then quits');
  });

  test('is made once, told what changed alone, and taken away', () => {
    const told: string[] = [];
    const tray = new StudioTray(
      { show: ({ tooltip }) => told.push(tooltip.split('\n')[1] ?? ''), hide: () => told.push('hidden') },
      () => undefined,
    );
    tray.show(null);
    tray.show(view({}));
    tray.show(view({}));
    tray.show(view({ done: 35 }));
    tray.show(null);
    expect(told).toEqual(['34 of 187 books sent', '35 of 187 books sent', 'hidden']);
  });
});

describe('a tray that would be seen', () => {
  const answers = (text: string) => async () => text;
  const fails = () => Promise.reject(new Error('no such name on the bus'));
  test.each([
    ['win32', fails, true],
    ['darwin', answers('   variant       boolean true\n'), false],
    ['linux', answers('   variant       boolean true\n'), true],
    ['linux', answers('   variant       boolean false\n'), false],
    ['linux', fails, false],
  ] as const)('is there on %s, as the bus says: %#', async (platform, ask, wanted) => {
    expect(await hasTray(platform, ask)).toBe(wanted);
  });
});
