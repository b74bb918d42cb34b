import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { selectOne } from '../../ui/table-selection.ts';
import { librarySelection } from '../library/library-state.ts';
import { hide, settled, show } from '../../testing/shown-app.tsx';

afterEach(() => vi.restoreAllMocks());
afterAll(hide);

const copies = (at: number) => page.getByRole('textbox', { name: /^Copies for / }).nth(at);
const more = (at: number) => page.getByRole('button', { name: /^Increase Copies for / }).nth(at);

/** Beside a book that goes to two people, one copy to the first and two to the second; so many changes of that fail first. */
async function showShared({ failing }: { failing: number }) {
  await show({ query: 'scenario=full' });
  librarySelection.set(selectOne('book-3'));
  await expect.element(copies(1)).toHaveValue('2');
  const { call: answer } = window.studio;
  let left = failing;
  const call = vi.spyOn(window.studio, 'call').mockImplementation(async (channel, input) => {
    if (channel === 'recipients.setForBook' && left-- > 0) throw new Error('refused');
    return answer.call(window.studio, channel, input);
  });
  return () =>
    call.mock.calls.flatMap(([channel, input]) =>
      channel === 'recipients.setForBook'
        ? [(input as { consignments: { quantity: number }[] }).consignments.map(({ quantity }) => quantity)]
        : [],
    );
}

test('copies that are typed for one recipient stay when the next press steps those of another', async () => {
  const written = await showShared({ failing: 0 });
  await copies(0).fill('3');
  await more(1).click();
  await expect.poll(() => written().length).toBe(2);
  expect(written().at(-1)).toEqual([3, 3]);
});

test('a change that failed is not part of the next one', async () => {
  const written = await showShared({ failing: 1 });
  await copies(0).fill('3');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText(/^Something went wrong/).first()).toBeVisible();
  await settled();
  await more(1).click();
  await expect.poll(written).toEqual([
    [3, 2],
    [1, 3],
  ]);
});
