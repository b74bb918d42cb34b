import { afterAll, afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, show, wear } from './testing/shown-app.tsx';

afterEach(hide);
afterAll(() => page.viewport(1280, 800));

const ready = () => page.getByRole('grid').getByRole('row', { name: /, PDF ready/ });
const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
const openPanel = async () => {
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('simulated');
  await userEvent.keyboard('{Enter}');
  const sheet = page.getByRole('dialog', { name: 'Print house (simulated)' });
  await expect.element(sheet).toBeVisible();
  return sheet;
};

test('an order of the built-in Live is taken to the door from its inspector, with its own tracking number', async () => {
  await show({ query: 'scenario=full&house=live', section: 'orders' });
  await ready().first().click();
  for (const step of ['confirm production', 'start production', 'finish production']) {
    await press(`Next: ${step}`);
  }
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('999888777666');
  await press('Next: ship it');
  await expect.element(page.getByRole('button', { name: 'Next: deliver it' })).toBeVisible();
  await expect.element(page.getByRole('grid').getByText('999888777666')).toBeVisible();
  await press('Next: deliver it');
  await expect.element(page.getByText(/^No further step/)).toBeVisible();
});

test('where the built-in Live has no credit, the way to some is there', async () => {
  await show({ query: 'scenario=full&house=live', section: 'credit' });
  await press('The whole print house…');
  await expect.element(page.getByRole('dialog').getByRole('button', { name: /^Add ₩1,000,000$/ })).toBeVisible();
});

test('a Sandbox order says that it stops there', async () => {
  await show({ query: 'scenario=full&house=sandbox', section: 'orders' });
  await ready().first().click();
  await expect.element(page.getByText(/^Sandbox orders stop here/)).toBeVisible();
  expect(page.getByRole('button', { name: /^Next:/ }).elements()).toEqual([]);
});

test('beside a real service there is no print house: not in the inspector, not in the palette', async () => {
  await show({ query: 'scenario=live', section: 'orders' });
  await ready().first().click();
  await expect.element(page.getByText('Timeline').first()).toBeVisible();
  expect(document.body.textContent).not.toMatch(/simulated/i);
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('print house');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(page.getByRole('option', { name: /simulated/i }).elements()).toEqual([]);
});

test('the panel moves all orders, the clock and the luck of the service', async () => {
  await show({ query: 'scenario=full&house=live', section: 'orders' });
  const sheet = await openPanel();
  await press(/^Deliver (all \d+ orders|\d+ order)$/);
  await expect.element(sheet.getByText(/^(\d+) of \1 moved$/)).toBeVisible();
  await expect.element(sheet.getByText('No order waits for a step.')).toBeVisible();
  await press('A day on');
  await press('A week on');
  await expect.element(sheet.getByText(/8 d.* ahead$|192 h.* ahead$/)).toBeVisible();
  await press('Back to this computer’s time');
  await expect.element(sheet.getByText(/this computer’s time$/).first()).toBeVisible();
  await press('Make it happen');
  await expect.element(sheet.getByRole('list', { name: 'Bad luck to come' }).getByText('1 time')).toBeVisible();
  await press('Take all of it back');
  expect(sheet.getByRole('list', { name: 'Bad luck to come' }).elements()).toEqual([]);
  await sheet.getByRole('textbox', { name: 'Number of the payment' }).fill('po_none');
  await press('Approve');
  await expect.element(sheet.getByRole('alert')).toHaveTextContent('결제 주문을 찾을 수 없습니다');
});

test.each([[{ language: 'en', theme: 'light' }], [{ language: 'ko', theme: 'dark' }]] as const)(
  'axe finds nothing on inspector and panel: %o',
  async (look) => {
    await show({ query: 'scenario=full&house=live', section: 'orders' });
    await ready().first().click();
    await wear(look);
    expect(await axeFindings()).toEqual([]);
    await wear({ language: 'en', theme: look.theme });
    await openPanel();
    await press('Make it happen');
    await wear(look);
    expect(await axeFindings()).toEqual([]);
  },
);

test('a button that is off while it works takes no key from its panel', async () => {
  await show({ query: 'scenario=full&house=live', section: 'orders' });
  /** As React does it to the button that was pressed; the fake answers too soon for the browser to notice. */
  const loseFocus = async () => {
    const sheet = await openPanel();
    const button = sheet.getByRole('button', { name: /^Add ₩1,000,000$/ }).element() as HTMLButtonElement;
    button.focus();
    button.disabled = true;
    await expect.poll(() => document.activeElement).toBe(document.body);
    return sheet;
  };
  await loseFocus();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
  const sheet = await loseFocus();
  await userEvent.keyboard('{Tab}');
  expect(sheet.element().contains(document.activeElement)).toBe(true);
});
