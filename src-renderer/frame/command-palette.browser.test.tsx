import { afterAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, settled, show } from '../testing/shown-app.tsx';

const palette = () => page.getByRole('dialog', { name: 'Find a command' });

beforeEach(async () => {
  await show({ query: 'scenario=full', section: 'library' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette()).toBeVisible();
  // It fades in.
  await settled();
});
afterAll(hide);

test('lists what this screen can do, with its keys, and what it cannot below, with the reason', async () => {
  await expect.element(palette().getByRole('menuitem', { name: 'Orders', exact: true })).toBeVisible();
  const names = palette()
    .getByRole('menuitem')
    .elements()
    .map((item) => item.textContent);
  expect(names).toContain('OrdersCtrl+3');
  expect(names).toContain('Add the sample books');
  expect(names).toContain('Next mark on the pagesN');
  expect(names.join()).not.toContain('Find a command');
  expect(await axeFindings()).toEqual([]);
  await show({ query: 'scenario=full', section: 'credit' });
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette().getByRole('menuitem', { name: 'Orders', exact: true })).toBeVisible();
  expect(
    palette()
      .getByRole('menuitem')
      .elements()
      .filter((item) => item.getAttribute('aria-disabled') !== 'true')
      .map((item) => item.textContent)
      .join(),
  ).not.toMatch(/mark on the pages|selection/);
  expect(palette().getByRole('menuitem').elements().at(0)?.getAttribute('aria-disabled')).not.toBe('true');
});

test('finds by a part of the name and does what Enter is pressed on', async () => {
  const all = palette().getByRole('menuitem').elements().length;
  await userEvent.keyboard('rders');
  const found = () =>
    palette()
      .getByRole('menuitem')
      .elements()
      .map((item) => item.textContent);
  await expect.poll(() => found().length).toBeLessThan(all);
  expect(found().every((name) => name.includes('rders'))).toBe(true);
  // The place comes before what is shown in it.
  expect(found()[0]).toContain('OrdersCtrl+3');
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => window.location.hash).toBe('#/orders');
  await expect.element(palette()).not.toBeInTheDocument();
});

test('what is typed in stays where it is while fewer and fewer are found', async () => {
  const topPx = () => palette().getByRole('searchbox').element().getBoundingClientRect().top;
  const before = topPx();
  await userEvent.keyboard('ships');
  await settled();
  await userEvent.keyboard('xyz');
  await settled();
  expect(topPx()).toBe(before);
});

test('gives the focus to where the command wants it', async () => {
  await userEvent.keyboard('filter{ArrowDown}{Enter}');
  await expect.poll(() => document.activeElement?.hasAttribute('data-filter')).toBe(true);
});

test('says so when nothing is called that, and goes with Escape', async () => {
  await userEvent.keyboard('qqq');
  await expect.element(palette().getByText('Nothing on this screen is called that.')).toBeVisible();
  await userEvent.keyboard('{Escape}{Escape}');
  await settled();
  await expect.element(palette()).not.toBeInTheDocument();
});
