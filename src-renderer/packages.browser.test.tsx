import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

afterEach(hide);

/** Lets files go over the window. */
function drop(...names: string[]): void {
  const carried = new DataTransfer();
  for (const name of names) carried.items.add(new File(['x'], name));
  const event = new DragEvent('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: carried });
  window.dispatchEvent(event);
}

test('the chosen books are packed from their panel, and from the palette when it is one', async () => {
  await show({ query: 'scenario=full&rows=12' });
  const call = vi.spyOn(window.studio, 'call');
  const [first = '', second = '', third = ''] = [...document.querySelectorAll('[role="row"][aria-selected]')].map(
    (row) => row.ariaLabel ?? '',
  );
  await page.getByRole('row', { name: first }).click();
  await page.getByRole('row', { name: second }).click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Save as job package…' }).click();
  await expect.element(page.getByText('2 books packed')).toBeVisible();
  expect(call).toHaveBeenCalledWith('packages.save', { bookIds: [expect.any(String), expect.any(String)] });
  await settled();
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('row', { name: third }).click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('save the selection as a job package{Enter}');
  await expect.element(page.getByText('1 book packed')).toBeVisible();
});

test('a package that is dropped is opened as one step, and PDFs beside it are imported', async () => {
  await show({ query: 'scenario=full&rows=12' });
  const imported = vi.spyOn(window.studio, 'importDropped');
  const opened = vi.spyOn(window.studio, 'packageDropped');
  drop('September.BPJOB');
  await expect.element(page.getByText('3 books from the job package; 2 are here already')).toBeVisible();
  expect(imported).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText(/^Undone: 3 books from the job package/)).toBeVisible();
  drop('Kim_cover.pdf', 'October.bpjob');
  await expect.poll(() => imported.mock.calls.length).toBe(1);
  expect(imported.mock.calls[0]?.[0].map((file) => (file as File).name)).toEqual(['Kim_cover.pdf']);
  expect(opened.mock.calls.map(([file]) => (file as File).name)).toEqual(['September.BPJOB', 'October.bpjob']);
});

test('what is no package is said, in Korean too', async () => {
  await show({ query: 'scenario=full&rows=12' }, { language: 'ko', theme: 'dark' });
  const refusal = { code: 'PACKAGE_DAMAGED', text: { key: 'errors.PACKAGE_DAMAGED', params: { name: '작업.bpjob' } } };
  vi.spyOn(window.studio, 'packageDropped').mockRejectedValue(refusal);
  drop('작업.bpjob');
  await expect
    .element(page.getByText('“작업.bpjob” 파일이 옮기는 중에 잘렸거나 바뀌었습니다.', { exact: false }))
    .toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
});

for (const [look, saving, waiting, stop, stopped] of [
  [
    { language: 'en', theme: 'light' },
    /Saving 가을 앨범 2026\.bpjob.*3\.1 GB of 12\.4 GB · [2-5] min left/,
    /and 1 more/,
    'Stop 가을 앨범 2026.bpjob',
    'Stopped: nothing of it stays behind',
  ],
  [
    { language: 'ko', theme: 'dark' },
    /가을 앨범 2026\.bpjob 저장 중.*12\.4GB 중 3\.1GB · [2-5]분 남음/,
    /외 1개/,
    '가을 앨범 2026.bpjob 중지',
    '중지했습니다. 만들다 만 것은 남지 않았습니다',
  ],
] as const)
  test(`the status bar tells how far packages are and stops them (${look.language})`, async () => {
    await show({ query: 'scenario=full&rows=12&packing=save,open' }, look);
    const bar = page.getByRole('contentinfo');
    await expect.element(bar).toHaveTextContent(saving);
    await expect.element(bar).toHaveTextContent(waiting);
    const done = page.getByRole('progressbar', { name: '가을 앨범 2026.bpjob' });
    await expect.element(done).toHaveAttribute('aria-valuenow', '25');
    expect(await axeFindings()).toEqual([]);
    // However much is told there, nothing is pushed out of the window.
    expect(bar.element().scrollWidth).toBeLessThanOrEqual(1280);
    const call = vi.spyOn(window.studio, 'call');
    await page.getByRole('button', { name: stop }).click();
    await expect.element(page.getByText(stopped)).toBeVisible();
    expect(call).toHaveBeenCalledWith('packages.cancel', { workId: 'pw_save' });
    await expect.element(bar).not.toHaveTextContent('가을 앨범');
    await expect.element(bar).toHaveTextContent('September.bpjob');
  });

test('the palette stops the package that is told, and none whose books are being made', async () => {
  await show({ query: 'scenario=full&rows=12&packing=save,open' });
  const call = vi.spyOn(window.studio, 'call');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('stop the job package{Enter}');
  await expect
    .poll(() => call.mock.calls.find(([channel]) => channel === 'packages.cancel')?.[1])
    .toEqual({
      workId: 'pw_save',
    });
  await hide();
  await show({ query: 'scenario=full&rows=12&packing=filing' });
  await expect.element(page.getByRole('button', { name: 'Stop September.bpjob' })).toBeDisabled();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('stop the job package');
  await expect
    .element(page.getByRole('menuitem', { name: /Stop the job package/ }))
    .toHaveTextContent('No job package or backup is being saved or opened');
});

test('every package under way stands in the activity drawer with how far it is, and is stopped there by itself', async () => {
  for (const look of [
    { language: 'en', theme: 'light' },
    { language: 'ko', theme: 'dark' },
  ] as const) {
    await show({ query: 'scenario=full&rows=12&packing=save,open,filing' }, look);
    await userEvent.keyboard('`');
    const drawer = page.getByRole('region', { name: /^(Activity|활동 기록)$/ });
    await expect.element(drawer).toBeVisible();
    const works = drawer.getByRole('list', { name: /^(Job packages under way|진행 중인 작업 묶음)$/ });
    await expect.poll(() => works.getByRole('listitem').elements().length).toBe(3);
    expect(
      works
        .getByRole('progressbar')
        .elements()
        .map((bar) => bar.getAttribute('aria-valuenow')),
    ).toEqual(['25', null, null]);
    // Words and stop stand inside the line, whatever the bar would take.
    for (const line of works.getByRole('listitem').elements())
      expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth);
    await settled();
    expect(await axeFindings()).toEqual([]);
    const call = vi.spyOn(window.studio, 'call');
    await works.getByRole('listitem').nth(1).getByRole('button').click();
    expect(call).toHaveBeenCalledWith('packages.cancel', { workId: 'pw_open' });
    await expect.poll(() => works.getByRole('listitem').elements().length).toBe(2);
    // Books are being made of its files: there is no way back by now.
    await expect.element(works.getByRole('listitem').nth(1).getByRole('button')).toBeDisabled();
  }
});
