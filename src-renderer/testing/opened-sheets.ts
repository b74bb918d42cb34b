import { expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Command } from '../../src-core/commands.ts';
import { runCommand } from '../commands/run-command.ts';
import { linkedOrder } from '../features/orders/linked-order.tsx';
import { halfRow } from './half-rows.ts';
import { settled, type ShownState } from './shown-app.tsx';

export interface Opened extends ShownState {
  readonly name: string;
  readonly open: () => Promise<void>;
}

export const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
const row = (at: number) => page.getByRole('grid').getByRole('row').nth(at).click();
export const keys = (text: string) => userEvent.keyboard(text);
export const dialog = async (): Promise<void> =>
  void (await expect.element(page.getByRole('dialog').first()).toBeVisible());

export const alertDialog = async () => {
  const question = page.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  return question;
};

const openOrder = () =>
  page
    .getByRole('grid')
    .getByRole('row', { name: /PDF ready/ })
    .first()
    .click();

/** Opens what a command opens. */
async function ask(command: Command): Promise<void> {
  await expect.poll(() => runCommand(command)).toBe(true);
  await dialog();
}

/** What lies behind a click or a key: opened in English, then looked at in both languages and themes. */
export const OPENED: readonly Opened[] = [
  { name: 'the manual', query: 'scenario=full', open: () => keys('{F1}').then(dialog) },
  { name: 'the shortcuts', query: 'scenario=full', open: () => keys('?').then(dialog) },
  { name: 'the activity', query: 'scenario=full', open: () => keys('`') },
  {
    name: 'a page shown large',
    query: 'scenario=full',
    open: async () => void (await row(3), await keys(' '), await dialog()),
  },
  {
    name: 'several books',
    query: 'scenario=full',
    open: async () => void (await row(3), await keys('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')),
  },
  {
    name: 'the menu of reports',
    query: 'scenario=full',
    open: async () => void (await press(/report/i), await expect.element(page.getByRole('menu')).toBeVisible()),
  },
  {
    name: 'a link to an order of Live',
    query: 'scenario=full',
    section: 'orders',
    open: async () => linkedOrder.set({ uid: 'or_4Xy9Kq2Lm7Pa', environment: 'live' }),
  },
  { name: 'an import on its way', query: 'scenario=importing', open: () => press(/^Add folder/) },
  {
    name: 'naming rules',
    query: 'scenario=empty',
    open: async () => void (await press('Naming rules'), await dialog()),
  },
  {
    name: 'naming rules with words, a pattern, a fault and names tried',
    query: 'scenario=empty',
    open: async () => {
      await press('Naming rules');
      await dialog();
      const sheet = page.getByRole('dialog');
      for (const [field, text] of [
        ['New word for the cover', 'JKT, 커버'],
        ['New pattern', '{qty}x_{title}_{role}'],
        ['New pattern', '{title}'],
      ] as const) {
        await sheet.getByRole('textbox', { name: field }).fill(text);
        await keys('{Enter}');
      }
      await press('From the last import');
    },
  },
  {
    name: 'a list of books',
    query: 'scenario=full&lines=60',
    open: async () => void (await keys('{Control>}i{/Control}'), await dialog()),
  },
  {
    name: 'a list of books in letters that nobody is sure of',
    query: 'scenario=full&lines=12&unsure',
    open: async () => void (await keys('{Control>}i{/Control}'), await dialog()),
  },
  {
    name: 'the question before books go out',
    query: 'scenario=full&rows=60',
    open: async () => void (await press(/^Upload \d+ books/), await dialog()),
  },
  { name: 'a sign-off', query: 'scenario=full', open: async () => void (await press(/^Sign off…/), await dialog()) },
  {
    name: 'setting up a hot folder',
    query: 'scenario=full',
    section: 'settings',
    open: async () => void (await press(/^Set up…/), await dialog()),
  },
  {
    name: 'the end of a hot folder',
    query: 'scenario=full',
    section: 'settings',
    open: async () => void (await press(/^Remove 웨딩/), await alertDialog()),
  },
  { name: 'an order', query: 'scenario=full', section: 'orders', open: () => row(4) },
  {
    name: 'cancelling an order',
    query: 'scenario=full',
    section: 'orders',
    open: async () =>
      void (await page
        .getByRole('grid')
        .getByRole('row', { name: /PDF ready/ })
        .first()
        .click(),
      await press(/^Cancel order…/),
      await dialog()),
  },
  {
    name: 'ordering',
    query: 'scenario=full',
    section: 'orders',
    open: async () => void (await press(/^Order 2 books/), await dialog()),
  },
  {
    name: 'the address book',
    query: 'scenario=full',
    open: async () =>
      void (await row(3), await keys('{Shift>}{ArrowDown}{/Shift}'), await press(/^Set the recipient/), await dialog()),
  },
  {
    name: 'a new address',
    query: 'scenario=full',
    open: async () =>
      void (await row(3),
      await keys('{Shift>}{ArrowDown}{/Shift}'),
      await press(/^Set the recipient/),
      await press('New address…')),
  },
  {
    name: 'ordering with too little credit, some of it again',
    query: 'scenario=full&short&recent',
    section: 'orders',
    open: async () => void (await press(/^Order 2 books/), await dialog()),
  },
  {
    name: 'ordering replaced versions',
    query: 'scenario=full&former',
    section: 'orders',
    open: async () => void (await press(/^Order 2 books/), await dialog()),
  },
  {
    name: 'an upload of replaced versions',
    query: 'scenario=full&former',
    open: async () => {
      await press(/^Upload \d+ books/);
      await press(/^Only the \d+ that print well/);
      await expect
        .poll(() => [...document.querySelectorAll('[data-tone="plain"]')].map(({ textContent }) => textContent).join())
        .toMatch(/queue\. .+: this is version 1, and version 3 has taken its place\. .+ One more has been replaced/);
    },
  },
  {
    name: 'ordering for real money',
    query: 'scenario=live',
    section: 'orders',
    open: async () => void (await press(/^Order 2 books/), await dialog()),
  },
  {
    name: 'the limits of pictures',
    query: 'scenario=full',
    section: 'settings',
    open: () => page.getByText('Pictures', { exact: true }).first().click(),
  },
  {
    name: 'a new connection',
    query: 'scenario=full',
    section: 'settings',
    open: async () => void (await press(/^Add connection/), await dialog()),
  },
  {
    name: 'switching to Live',
    query: 'scenario=full',
    section: 'settings',
    open: async () => void (await press(/^Use Print house Seoul/), await alertDialog()),
  },
  {
    name: 'starting over with the Sandbox',
    query: 'scenario=full&startedOver',
    section: 'settings',
    open: async () => void (await press(/^Start over with/), await dialog()),
  },
  { name: 'another key', query: 'scenario=full', section: 'settings', open: () => press(/^Replace key/) },
  {
    name: 'a contents page of a spec',
    query: 'scenario=full',
    section: 'specs',
    open: () => page.getByText('Contents page', { exact: true }).click(),
  },
  { name: 'the palette', query: 'scenario=full', open: () => keys('{Control>}k{/Control}').then(dialog) },
  {
    name: 'the other half of a file',
    query: 'scenario=full&rows=60',
    open: async () => {
      const { title } = halfRow('cover', 60);
      await page.getByRole('searchbox', { name: 'Filter' }).fill(title);
      await page
        .getByRole('grid')
        .getByRole('row', { name: new RegExp(`^${title}[,.]`) })
        .click();
      await settled();
      await ask('library.pair');
    },
  },
  { name: 'a new book', query: 'scenario=full', open: async () => void (await press('New book'), await dialog()) },
  { name: 'an upload at a time', query: 'scenario=full', open: () => ask('library.uploadLater') },
  { name: 'the columns of a table', query: 'scenario=full', open: () => press('Columns') },
  {
    name: 'a filter that is kept',
    query: 'scenario=full',
    open: async () => void (await page.getByRole('searchbox').first().fill('kim'), await press('Save this filter')),
  },
  {
    name: 'a repair before it counts',
    query: 'scenario=full&alike',
    open: openRepair,
  },
  {
    name: 'the same repair for other books',
    query: 'scenario=full&alike',
    open: async () => void (await openRepair(), await press('Use the repaired file'), await dialog()),
  },
  { name: 'the speed limit', query: 'scenario=full', section: 'queue', open: () => ask('queue.limit') },
  { name: 'a pause until a time', query: 'scenario=full', section: 'queue', open: () => ask('queue.pauseUntil') },
  {
    name: 'another address for an order',
    query: 'scenario=full',
    section: 'orders',
    open: async () => void (await openOrder(), await press(/^Change address…/), await dialog()),
  },
  {
    name: 'one book of an order cancelled',
    query: 'scenario=full',
    section: 'orders',
    open: async () =>
      void (await page
        .getByRole('grid')
        .getByRole('row', { name: /and 1 more/ })
        .first()
        .click(),
      await press(/^Cancel this book/),
      await dialog()),
  },
  {
    name: 'Sandbox orders in Live',
    query: 'scenario=full',
    section: 'orders',
    open: async () => void (await row(2), await press('Order in Live…'), await dialog()),
  },
  { name: 'the print house', query: 'scenario=full&house=live', section: 'orders', open: () => ask('printHouse.open') },
  {
    name: 'the end of a connection',
    query: 'scenario=full',
    section: 'settings',
    open: async () => void (await press(/^Remove Print house/), await alertDialog()),
  },
];

async function openRepair(): Promise<void> {
  await page
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: /Bleed missing/ })
    .first()
    .click();
  await press(/^Preview/);
  await dialog();
}
