import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { holdAnswer } from './testing/held-answer.ts';
import { keys, OPENED } from './testing/opened-sheets.ts';
import { hide, settled, show } from './testing/shown-app.tsx';

afterAll(hide);

const REFUSED = {
  ok: false,
  problem: { key: 'errors.SERVICE_REFUSED' },
  serviceText: '이미 제작이 시작된 주문입니다.',
} as const;
const NOT_CANCELLED = { ...REFUSED, orderUid: 'or_1000aB3kQ9', refund: null };

interface UnderWay {
  /** As `OPENED` names it. */
  readonly name: string;
  readonly title: RegExp;
  readonly begin: RegExp;
  /** The ✕, where there is one, and the safe button. */
  readonly waysOut: readonly string[];
  readonly hold: () => () => void;
}

/** The service refuses these, which is no error of the call. */
const REFUSABLE: readonly UnderWay[] = [
  {
    name: 'cancelling an order',
    title: /^(Cancel this order\?|No order was cancelled)$/,
    begin: /^Cancel order · /,
    waysOut: ['Close', 'Keep'],
    hold: () => holdAnswer('orders.cancel', [NOT_CANCELLED]),
  },
  {
    name: 'one book of an order cancelled',
    title: /^Cancel /,
    begin: /^Cancel this book$/,
    waysOut: ['Close', 'Keep'],
    hold: () => holdAnswer('orders.cancelItem', NOT_CANCELLED),
  },
  {
    name: 'another address for an order',
    title: /^Change address$/,
    begin: /^Save address$/,
    waysOut: ['Close', 'Close'],
    hold: () => holdAnswer('orders.changeShipping', REFUSED),
  },
];

const OTHERS: readonly UnderWay[] = [
  {
    name: 'switching to Live',
    title: /^Switch to /,
    begin: /^Switch to Live$/,
    waysOut: ['Stay where I am'],
    hold: () => holdAnswer('connections.activate', null),
  },
  {
    name: 'the end of a connection',
    title: /^Remove /,
    begin: /^Remove$/,
    waysOut: ['Keep'],
    hold: () => holdAnswer('connections.remove', null),
  },
  {
    name: 'starting over with the Sandbox',
    title: /^Start over /,
    begin: /^Start over$/,
    waysOut: ['Close', 'Keep everything'],
    hold: () => holdAnswer('startOver.begin', { isClosing: false }),
  },
];

/** Begins it, tries every way out while it is under way, and answers it. */
async function tryWaysOut({ name, title, begin, waysOut, hold }: UnderWay) {
  const state = OPENED.find((opened) => opened.name === name);
  if (state === undefined) throw new Error(name);
  await show(state);
  await state.open();
  const role = document.querySelector('[role="alertdialog"]') === null ? 'dialog' : 'alertdialog';
  const asked = page.getByRole(role, { name: title });
  const reason = asked.getByRole('textbox', { name: 'Reason' });
  if (reason.elements().length > 0) await reason.fill('The customer wants another cover');
  const answer = hold();
  await asked.getByRole('button', { name: begin }).click();
  const shut = () =>
    asked
      .getByRole('button', { name: new RegExp(`^(${waysOut.join('|')})$`) })
      .elements()
      .map((button) => (button as HTMLButtonElement).disabled);
  await expect.poll(shut).toEqual(waysOut.map(() => true));
  await keys('{Escape}');
  await settled();
  await expect.element(asked).toBeVisible();
  answer();
  return asked;
}

test.each(REFUSABLE)('$name: nothing closes it while it is under way, and it tells the refusal', async (underWay) => {
  const asked = await tryWaysOut(underWay);
  await expect.element(asked.getByText(REFUSED.serviceText)).toBeVisible();
  await keys('{Escape}');
  await expect.element(asked).not.toBeInTheDocument();
});

test.each(OTHERS)('$name: nothing closes it while it is under way', async (underWay) => {
  const asked = await tryWaysOut(underWay);
  await expect.element(asked).not.toBeInTheDocument();
});
