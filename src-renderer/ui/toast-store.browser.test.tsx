import { afterEach, expect, test } from 'vitest';
import { goTo, onShown } from '../route.ts';
import { currentToasts, dismissToast, showToast } from './toast-store.ts';

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
  window.location.hash = '';
});

const told = () => currentToasts().map(({ text }) => text);

test('a toast that leads to a screen is gone once that screen is shown, by whichever way', async () => {
  showToast({ text: 'queued', until: (gone) => onShown('queue', gone) });
  showToast({ text: 'another' });
  goTo('orders');
  await expect.poll(() => window.location.hash).toBe('#/orders');
  expect(told()).toEqual(['queued', 'another']);
  goTo('queue');
  await expect.poll(told).toEqual(['another']);
});
