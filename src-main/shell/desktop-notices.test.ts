import { beforeEach, expect, test } from 'vitest';
import type { Command } from '../../src-core/commands.ts';
import { ALL_NOTICES, type Notice } from '../../src-core/desk/notices.ts';
import { DesktopNotices, type ShownNotice } from './desktop-notices.ts';
import { sayIn } from './texts.ts';

interface Asked extends ShownNotice {
  isClosed: boolean;
}

let asked: Asked[];
let shown: Command[];
let wanted = ALL_NOTICES;
let notices: DesktopNotices;
let language: 'ko' | 'en';
beforeEach(() => {
  asked = [];
  shown = [];
  wanted = ALL_NOTICES;
  language = 'en';
  notices = new DesktopNotices({
    port: {
      show: (notice) => {
        const one = { ...notice, isClosed: false };
        asked.push(one);
        return { close: () => void (one.isClosed = true) };
      },
    },
    say: () => sayIn(language),
    wanted: () => wanted,
    show: (command) => shown.push(command),
  });
  notices.setForeground(false);
});

const WENT_ON: Notice = {
  kind: 'orders',
  goes: 'orders.showChanged',
  parts: [
    { name: 'status.SHIPPED', count: 12 },
    { name: 'status.CANCELLED', count: 1 },
  ],
};
const FAILED: Notice = { kind: 'needsYou', goes: 'orders.showFailed', parts: [{ name: 'status.ERROR', count: 1 }] };
const LATE: Notice = { kind: 'late', goes: 'orders.showLate', parts: [{ name: 'lateOrders', count: 3 }] };

test('a sweep is one notification in the language of the window, and a failure another that stays', () => {
  notices.tell([WENT_ON, FAILED], []);
  language = 'ko';
  notices.tell([WENT_ON], []);
  expect(asked.map(({ title, body, stays }) => [title, body, stays])).toEqual([
    ['Orders went on', '12 shipped, 1 cancelled', false],
    ['Needs you', '1 order failed at the print house', true],
    ['주문 진행', '발송 12건, 취소 1건', false],
  ]);
});

test('nothing is told while the window is in front, nor later what came meanwhile', () => {
  notices.setForeground(true);
  notices.tell([WENT_ON], []);
  notices.setForeground(false);
  expect(asked).toEqual([]);
});

test('a kind that is switched off is not told, and the others are', () => {
  wanted = { ...ALL_NOTICES, orders: false };
  notices.tell([WENT_ON, FAILED, LATE], []);
  expect(asked.map(({ title }) => title)).toEqual(['Needs you', 'Late orders']);
});

test('a click shows what was told', () => {
  notices.tell([LATE], []);
  asked[0]?.onClick();
  expect(shown).toEqual(['orders.showLate']);
});

test('it goes when a newer one tells of the same, when it is no longer true, and when the window comes in front', () => {
  const closed = () => asked.map(({ isClosed }) => isClosed);
  notices.tell([WENT_ON, FAILED], []);
  notices.tell([WENT_ON], []);
  expect(closed()).toEqual([true, false, false]);
  notices.tell([], ['needsYou']);
  expect(closed()).toEqual([true, true, false]);
  notices.setForeground(true);
  expect(closed()).toEqual([true, true, true]);
});

test('a studio that stays open although its work does not go on says so, until it goes on or somebody looks', () => {
  notices.staysOpen(9);
  expect(asked).toMatchObject([{ title: 'Needs you', body: 'The studio stays open: 9 are not through', stays: true }]);
  // What was mended of the queue does not have the studio go on.
  notices.tell([], ['needsYou', 'batch']);
  expect(asked.at(-1)?.isClosed).toBe(false);
  notices.staysOpen(9);
  notices.staysOpen(null);
  expect(asked.map(({ isClosed }) => isClosed)).toEqual([true, true]);
  wanted = { ...ALL_NOTICES, needsYou: false };
  notices.staysOpen(9);
  wanted = ALL_NOTICES;
  notices.setForeground(true);
  notices.staysOpen(9);
  expect(asked).toHaveLength(2);
});

test('what stands still while the window is in front is told when the window goes, unless it goes on by then', () => {
  notices.setForeground(true);
  notices.staysOpen(9);
  notices.windowGoes();
  expect(asked).toMatchObject([{ body: 'The studio stays open: 9 are not through' }]);
  notices.staysOpen(null);
  notices.windowGoes();
  expect(asked).toHaveLength(1);
});
