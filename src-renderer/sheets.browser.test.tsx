import { afterAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, isAxesTurn, settled, show, wear, type ShownState } from './testing/shown-app.tsx';

interface Opened extends ShownState {
  readonly name: string;
  readonly open: () => Promise<void>;
}

const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
const row = (at: number) => page.getByRole('grid').getByRole('row').nth(at).click();
const keys = (text: string) => userEvent.keyboard(text);
const dialog = async (): Promise<void> => void (await expect.element(page.getByRole('dialog').first()).toBeVisible());

/** What lies behind a click or a key: opened in English, then looked at in both languages and themes. */
const OPENED: readonly Opened[] = [
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
  { name: 'an import on its way', query: 'scenario=importing', open: () => press(/^Add folder/) },
  {
    name: 'naming rules',
    query: 'scenario=empty',
    open: async () => void (await press('Naming rules'), await dialog()),
  },
  { name: 'a sign-off', query: 'scenario=full', open: async () => void (await press(/^Sign off…/), await dialog()) },
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
    open: async () => void (await press(/^Review 2 orders/), await dialog()),
  },
  {
    name: 'ordering with too little credit, some of it again',
    query: 'scenario=full&short&recent',
    section: 'orders',
    open: async () => void (await press(/^Review 2 orders/), await dialog()),
  },
  {
    name: 'ordering replaced versions',
    query: 'scenario=full&former',
    section: 'orders',
    open: async () => void (await press(/^Review 2 orders/), await dialog()),
  },
  {
    name: 'an upload of replaced versions',
    query: 'scenario=full&former',
    open: async () => {
      await press(/^Upload \d+ books/);
      await expect
        .poll(() => [...document.querySelectorAll('[data-tone="plain"]')].map(({ textContent }) => textContent).join())
        .toMatch(/queue\. .+: this is version 1, and version 3 has taken its place\. .+ One more has been replaced/);
    },
  },
  {
    name: 'ordering for real money',
    query: 'scenario=live',
    section: 'orders',
    open: async () => void (await press(/^Review 2 orders/), await dialog()),
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
  { name: 'another key', query: 'scenario=full', section: 'settings', open: () => press(/^Replace key/) },
  {
    name: 'a contents page of a spec',
    query: 'scenario=full',
    section: 'specs',
    open: () => page.getByText('Contents page', { exact: true }).click(),
  },
];

afterAll(hide);

describe('what is opened, in both languages and both themes', () => {
  test.each(OPENED)('$name: axe finds nothing on what is opened, in one language and theme by turns', async (state) => {
    await show(state);
    const before = document.body.innerHTML;
    await state.open();
    await settled();
    expect(document.body.innerHTML).not.toBe(before);
    const found: string[] = [];
    if (isAxesTurn(OPENED.indexOf(state), 0)) found.push(...(await axeFindings()));
    await wear({ language: 'ko', theme: 'dark' });
    if (isAxesTurn(OPENED.indexOf(state), 1)) found.push(...(await axeFindings()));
    expect(found).toEqual([]);
  });
});

describe('Enter in a field', () => {
  test('begins a book, once it has a title', async () => {
    await show({ query: 'scenario=full' });
    await press('New book');
    await dialog();
    await keys('{Enter}');
    await expect.element(page.getByText('Enter a title first')).toBeVisible();
    await keys('The Kims{Enter}');
    await expect.poll(() => location.hash).toMatch(/^#\/library\/layout\//);
  });

  test('tries the key of a new connection', async () => {
    await show({ query: 'scenario=full', section: 'settings' });
    await press(/^Add connection/);
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Other');
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Address of the service' })
      .fill('https://print.example');
    await page.getByLabelText('API key').fill('SB_something');
    await keys('{Enter}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });
});

test('Mod+Enter with the focus on a button does what it does elsewhere, and does not press the button', async () => {
  await show({ query: 'scenario=full&rows=14' });
  const other = page.getByRole('button', { name: 'New book' }).first();
  await expect.element(other).toBeVisible();
  (other.element() as HTMLElement).focus();
  await keys('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText(/go(es)? to the queue/).first()).toBeVisible();
  expect(document.querySelector('[role="dialog"]')).toBeNull();
});

test('files that are dropped while a dialog waits go nowhere', async () => {
  await show({ query: 'scenario=empty' });
  await press('Naming rules');
  await dialog();
  const data = new DataTransfer();
  data.items.add(new File(['%PDF-1.7'], 'a_contents.pdf'));
  const before = document.body.innerHTML;
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  await settled();
  expect(document.body.innerHTML).toBe(before);
});
