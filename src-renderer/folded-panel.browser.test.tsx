import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { runCommand } from './commands/run-command.ts';
import { areDetailsFolded } from './ui/details-fold.ts';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

afterEach(async () => {
  areDetailsFolded.set(false);
  await hide();
});

const table = () => page.getByRole('grid');
const widthOf = () => table().element().getBoundingClientRect().width;
const panelHead = () => page.getByRole('heading', { level: 2 });
const pages = () => document.querySelectorAll('[data-pane="inspector"] canvas').length;

test('at twice the size the list has the room when the details are folded, and one button brings them back', async () => {
  await show({ query: 'scenario=full&rows=60', size: [640, 360] });
  const narrow = widthOf();
  expect(narrow).toBeLessThan(320);
  await page.getByRole('button', { name: 'Hide the details' }).click();
  await settled();
  expect(widthOf()).toBeGreaterThan(narrow + 250);
  const back = document.activeElement as HTMLElement;
  back.blur();
  await settled();
  expect(await axeFindings()).toEqual([]);
  // The same key leads there and back.
  back.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(panelHead()).toBeVisible();
  expect(widthOf()).toBe(narrow);
  await userEvent.keyboard('{Enter}');
  await page.getByRole('button', { name: 'Show the details' }).click();
  await expect.element(panelHead()).toBeVisible();
});

test('folded, keys still do what they do to the book, and what has to be seen unfolds them', async () => {
  await show({ query: 'scenario=full&rows=60', size: [1280, 800] });
  await userEvent.keyboard('i');
  await expect.element(panelHead()).not.toBeInTheDocument();
  await userEvent.keyboard('{ArrowDown}');
  await settled();
  await userEvent.keyboard(' ');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard(']{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(areDetailsFolded.get()).toBe(true);
  await userEvent.keyboard('{F8}]');
  await expect.element(panelHead()).toBeVisible();
  await expect.poll(pages).toBeGreaterThan(0);
});

test('folded, the command for copies comes to its field', async () => {
  await show({ query: 'scenario=full&rows=60', size: [1280, 800] });
  await userEvent.keyboard('i');
  await expect.element(panelHead()).not.toBeInTheDocument();
  runCommand('library.setCopies');
  expect(document.activeElement?.matches('[data-pane="inspector"] input')).toBe(true);
});

test('what is folded in the library is folded in the orders', async () => {
  await show({ query: 'scenario=full&rows=60', section: 'orders', size: [1280, 800] });
  await page.getByRole('row').nth(2).click();
  await expect.element(panelHead()).toBeVisible();
  await userEvent.keyboard('i');
  await expect.element(page.getByRole('button', { name: 'Show the details' })).toBeVisible();
  await userEvent.keyboard('{Control>}1{/Control}');
  await expect.element(page.getByRole('button', { name: 'Show the details' })).toBeVisible();
});
