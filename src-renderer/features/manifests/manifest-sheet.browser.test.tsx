import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call, Channel } from '../../../src-core/ipc/contract.ts';
import type { ManifestLine } from '../../../src-core/ipc/subjects/manifests.ts';
import { manifestCheck } from '../../../test/renderer/data/manifests.ts';
import { queryClient } from '../../bridge.ts';
import { hide, settled, show } from '../../testing/shown-app.tsx';

const keys = (text: string) => userEvent.keyboard(text);
const sheet = () => page.getByRole('dialog', { name: /^List of books/ });
const inSheet = (name: RegExp | string) => sheet().getByRole('button', { name });

async function open(query = 'lines=60'): Promise<void> {
  await show({ query: `scenario=full&${query}` });
  await keys('{Control>}i{/Control}');
  await expect.element(sheet()).toBeVisible();
  await settled();
}

afterAll(hide);
afterEach(() => vi.restoreAllMocks());

test('lines that need somebody hold nobody back: Continue takes over the others, with the way back under Mod+Z', async () => {
  await open();
  const button = inSheet(/^Continue with/).element() as HTMLElement;
  const count = Number(/\d+/u.exec(button.textContent ?? '')?.[0]);
  expect(count).toBeGreaterThan(30);
  await expect.element(sheet().getByText(new RegExp(`^${count} to take over · 6 need you$`))).toBeVisible();
  await inSheet(/^Continue with/).click();
  await expect.element(page.getByText(`${count} books are as the list says`)).toBeVisible();
  await expect.element(sheet()).not.toBeInTheDocument();
  await keys('{Control>}z{/Control}');
  await expect.element(page.getByText(`Undone: ${count} books are as the list says`)).toBeVisible();
});

test('a press on a counter shows the lines that stand so, each with what to do, and by keys one is taken over all the same', async () => {
  await open();
  const grid = sheet().getByRole('grid');
  await sheet()
    .getByRole('radio', { name: /^Same content as another book 1/ })
    .click();
  await expect.poll(() => grid.getByRole('row').elements().length).toBe(2);
  await expect.element(grid.getByText(/^The contents are those of/)).toBeVisible();
  const before = Number(/\d+/u.exec(inSheet(/^Continue with/).element().textContent ?? '')?.[0]);
  (grid.element() as HTMLElement).focus();
  await keys('{ArrowDown}{Enter}');
  await expect.element(inSheet(`Continue with ${before + 1}`)).toBeVisible();
  await expect.element(grid.getByText('Taken as you said')).toBeVisible();
  await keys('{Enter}');
  await expect.element(inSheet(`Continue with ${before}`)).toBeVisible();
  await sheet()
    .getByRole('radio', { name: /^Problem in the list/ })
    .click();
  await expect.element(grid.getByText(/phone number is missing/)).toBeVisible();
  // A problem is mended in the list, not waved through.
  await keys('{ArrowDown}');
  await expect.element(inSheet('Take this line too')).toBeDisabled();
});

test('a line is taken all the same for what it was held for, and for nothing that is said of it later', async () => {
  await open();
  const answered = window.studio.call;
  const { lines } = await answered('manifests.lines', { manifestId: 'mf1', state: null, offset: 0 });
  const twin = lines.find(({ state }) => state === 'duplicate');
  let now: readonly ManifestLine[] = lines;
  const call = async (channel: Channel, input: never) => {
    if (channel === 'manifests.check') return manifestCheck(now);
    if (channel !== 'manifests.lines') return answered(channel, input);
    const { state } = input as { readonly state: ManifestLine['state'] | null };
    const wanted = now.filter((line) => state === null || line.state === state);
    return { total: wanted.length, lines: wanted };
  };
  vi.spyOn(window.studio, 'call').mockImplementation(call as Call);
  const tellsNow = async (said: Partial<ManifestLine>): Promise<void> => {
    now = lines.map((line) => (line === twin ? { ...line, ...said } : line));
    await queryClient.invalidateQueries();
    await settled();
  };
  const { taken } = manifestCheck(lines);
  const sum = (count: number, held: number) =>
    expect.element(sheet().getByText(`${count} to take over · ${held} need you`)).toBeVisible();
  await sheet()
    .getByText(/^The contents are those of/)
    .click();
  await inSheet('Take this line too').click();
  await sum(taken + 1, 5);
  await tellsNow({ state: 'ready', reasons: [] });
  await sum(taken + 1, 5);
  await tellsNow({
    state: 'atService',
    reasons: [{ key: 'manifests.reason.atService', params: { ref: 'A', bookUid: 'bk' } }],
  });
  await sum(taken, 6);
  await expect.element(sheet().getByText('Taken as you said')).not.toBeInTheDocument();
  await inSheet(`Continue with ${taken}`).click();
  await expect
    .poll(() => vi.mocked(window.studio.call).mock.calls.find(([channel]) => channel === 'manifests.take')?.[1])
    .toEqual({
      manifestId: 'mf1',
      besides: [],
    });
});

test('letters that nobody is sure of are asked about with the first lines, before anything can be taken over', async () => {
  await open('lines=12&unsure');
  await expect.element(sheet().getByText('김민수 ♥ 이서연').first()).toBeVisible();
  expect(
    inSheet(/^Continue with/)
      .element()
      .getAttribute('aria-disabled'),
  ).toBe('true');
  await inSheet('The letters are right').click();
  await expect
    .poll(() =>
      inSheet(/^Continue with/)
        .element()
        .getAttribute('aria-disabled'),
    )
    .not.toBe('true');
});

test('zeros that a spreadsheet took are given back, and left alone for whoever says so', async () => {
  await open();
  await expect.element(sheet().getByText(/^2 numbers lost the leading zero/)).toBeVisible();
  await inSheet('Leave them as written').click();
  await inSheet('Give zeros back').click();
  await expect.element(sheet().getByText(/^2 numbers lost the leading zero/)).toBeVisible();
});

test('thousands of lines are drawn as few as fit', async () => {
  await open('lines=2000');
  await expect.element(sheet().getByRole('radio', { name: /^All 2,001/ })).toBeVisible();
  const grid = sheet().getByRole('grid');
  await expect.poll(() => grid.element().getAttribute('aria-rowcount')).toBe('2002');
  expect(grid.getByRole('row').elements().length).toBeLessThan(60);
});
