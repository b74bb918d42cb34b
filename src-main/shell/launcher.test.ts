import { describe, expect, test } from 'vitest';
import { placeOfLink } from '../../src-core/desk/deep-link.ts';
import type { DeskStatus } from '../desk/desk.ts';
import { Launcher, dockLines, jumpTasks, type DockLine } from './launcher.ts';
import { sayIn } from './texts.ts';

const say = sayIn('en');
const status = (state: DeskStatus['queue']['state']) =>
  ({ queue: { state, resumesAtMs: null } }) as Pick<DeskStatus, 'queue'>;

test('the jump list leads to library, queue and orders by links that are read, and does nothing', () => {
  expect(jumpTasks(say)).toEqual([
    { title: 'Library', link: 'bookprint://library' },
    { title: 'Queue', link: 'bookprint://queue' },
    { title: 'Orders', link: 'bookprint://orders' },
  ]);
  expect(jumpTasks(say).map(({ link }) => placeOfLink(link)?.section)).toEqual(['library', 'queue', 'orders']);
});

describe('the menu of the dock', () => {
  test.each([
    ['running', 'pause'],
    ['paused', 'resume'],
    ['idle', null],
  ] as const)('of a queue that is %s offers to %s it beside the places and a folder to add', (state, turn) => {
    expect(dockLines(status(state), say).map(({ does }) => does)).toEqual([
      ...['go.library', 'go.queue', 'go.orders', 'imports.pickFolder'],
      ...(turn === null ? [] : [turn]),
    ]);
  });

  test('is told to the system when it is another one, in the language of the window', () => {
    const told: string[] = [];
    const done: DockLine['does'][] = [];
    const launcher = new Launcher(
      {
        setTasks: (tasks) => told.push(tasks[0]?.title ?? ''),
        setDock: (lines, deed) => deed(lines.at(-1)?.does ?? 'pause'),
      },
      (does) => done.push(does),
    );
    launcher.show(status('running'), say);
    launcher.show(status('running'), say);
    launcher.show(status('running'), sayIn('ko'));
    expect([told, done]).toEqual([
      ['Library', '라이브러리'],
      ['pause', 'pause'],
    ]);
  });
});
