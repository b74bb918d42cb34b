import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderStatus } from '../../src-core/contract/orders.ts';
import { BIG_KEY, startBigService, type BigService } from '../desk/support/big-desk.ts';
import { until } from '../desk/support/desk-bench.ts';
import { dropDataDir, launchStudio, newDataDir, type Studio } from './support/studio.ts';

/** A machine with other work takes its time. */
const WITHIN = { timeout: 30_000 };
const ORDERS = 14;

let service: BigService;
let studio: Studio;
let monitor: ChildProcess;
let dataDir = '';
let heard = '';
let statusOf: (at: number) => OrderStatus = () => 'IN_PRODUCTION';

beforeAll(async () => {
  dataDir = newDataDir();
  // What crosses the session bus to the notification daemon, whatever shows it.
  monitor = spawn('dbus-monitor', ["interface='org.freedesktop.Notifications',type='method_call'"]);
  monitor.stdout?.on('data', (text: Buffer) => (heard += text.toString('utf8')));
  service = await startBigService({ orders: ORDERS, env: 'live', standing: (at) => ({ status: statusOf(at) }) });
  studio = await launchStudio({ dataDir, preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  const input = { name: 'Print house', baseUrl: service.baseUrl, environment: 'live', key: BIG_KEY } as const;
  const added = await studio.call('connections.add', input);
  if (!added.ok) throw new Error(JSON.stringify(added));
  await studio.call('connections.activate', { connectionId: added.connection.connectionId });
  await until(orderCount, (count) => count === ORDERS, WITHIN.timeout);
  // How things stand at a connection that came into use is looked at, a moment later, and is no news.
  await studio.page.waitForTimeout(3_000);
}, 120_000);
afterAll(async () => {
  await studio?.close();
  await service?.close();
  monitor?.kill();
  dropDataDir(dataDir);
});

const orderCount = async () => (await studio.call('orders.changes', { since: null })).rows.length;
const dunst = (...words: string[]): string => execFileSync('dunstctl', words, { encoding: 'utf8' }).trim();
const displayed = () => Number(dunst('count', 'displayed'));
/** The texts of every notification that was asked for: app, icon, title and body are its strings in this order. */
const asked = () =>
  heard
    .split('method call')
    .filter((call) => call.includes('member=Notify'))
    .map((call) => [...call.matchAll(/^ {3}string "(.*)"$/gm)].map(([, text]) => text).slice(2, 4));
const setFocus = (isIn: boolean) =>
  studio.app.evaluate(({ BrowserWindow }, focus) => {
    const [window] = BrowserWindow.getAllWindows();
    if (focus) window?.focus();
    else window?.blur();
    // Without a window manager X moves no focus, and Electron hears of none.
    window?.emit(focus ? 'focus' : 'blur');
  }, isIn);
const sweep = () => studio.call('orders.refresh', {});

test('a sweep behind another window is one notification of the real daemon, a failure another; a click opens the board on it', async () => {
  await setFocus(false);
  statusOf = (at) => (at < 12 ? 'SHIPPED' : at === 12 ? 'CANCELLED_REFUND' : 'ERROR');
  await sweep();
  await expect.poll(asked, WITHIN).toEqual([
    ['Orders went on', '12 shipped, 1 cancelled and refunded'],
    ['Needs you', '1 order failed at the print house'],
  ]);
  await expect.poll(displayed, WITHIN).toBe(2);

  // As its middle button does: the daemon takes the one away that was chosen.
  dunst('action', '0');
  dunst('close');
  const chosen = studio.page.getByRole('radio', { checked: true });
  await expect.poll(() => chosen.textContent(), WITHIN).toMatch(/^(Changed|Error)/);
  await expect.poll(() => new URL(studio.page.url()).hash).toBe('#/orders');
  await expect.poll(displayed, WITHIN).toBe(0);
});

test('what was told goes when the window comes in front, and nothing is told there', async () => {
  await setFocus(false);
  statusOf = (at) => (at === 0 ? 'DELIVERED' : 'SHIPPED');
  await sweep();
  await expect.poll(displayed, WITHIN).toBe(1);
  await setFocus(true);
  await expect.poll(displayed, WITHIN).toBe(0);
  const before = asked().length;
  statusOf = () => 'DELIVERED';
  await sweep();
  await studio.page.waitForTimeout(3_000);
  expect(asked().length).toBe(before);
});

test('a kind that is switched off is not told', async () => {
  const { preferences } = await studio.call('app.info', {});
  await studio.call('app.setPreferences', { notices: { ...preferences.notices, orders: false } });
  await setFocus(false);
  const before = asked().length;
  statusOf = (at) => (at === 0 ? 'ERROR' : 'CANCELLED');
  await sweep();
  await expect.poll(() => asked().slice(before), WITHIN).toEqual([['Needs you', '1 order failed at the print house']]);
});
