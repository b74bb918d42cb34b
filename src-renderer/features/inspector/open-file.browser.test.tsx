import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from '../../../src-core/ipc/contract.ts';
import type { BookDetail, BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { queryClient } from '../../bridge.ts';
import { selectOne } from '../../ui/table-selection.ts';
import { librarySelection } from '../library/library-state.ts';
import { axeFindings, hide, settled, show, type Look } from '../../testing/shown-app.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

/** What the studio says of a file in place of what it is, and how opening one ends. */
let told: Partial<BookFile> = {};
let answer: () => Promise<null>;

/** The library with its first book of two files open beside it. */
async function showFiles(look?: Look): Promise<void> {
  told = {};
  answer = async () => null;
  await show({ query: 'scenario=full&rows=12' }, look);
  const answered = window.studio.call;
  const call = async (channel: string, input: never) => {
    if (channel === 'library.openFile') return answer();
    const said = await answered(channel as 'library.book', input);
    if (channel !== 'library.book' || said === null) return said;
    const book = said as BookDetail;
    return { ...book, files: book.files.map((file) => (file.role === 'cover' ? { ...file, ...told } : file)) };
  };
  vi.spyOn(window.studio, 'call').mockImplementation(call as unknown as Call);
  const { rows } = await answered('library.changes', { since: null });
  const book = rows.find(({ coverFileId, contentsFileId }) => coverFileId !== null && contentsFileId !== null);
  librarySelection.set(selectOne(book?.bookId ?? ''));
  await settled();
}

const row = () => page.getByRole('region', { name: /_cover\.pdf$/ });
const opens = () =>
  vi
    .mocked(window.studio.call)
    .mock.calls.flatMap(([channel, input]) => (channel === 'library.openFile' ? [input] : []));
const anew = async () => {
  await queryClient.invalidateQueries();
  await settled();
};

for (const [language, open, waiting, stop] of [
  ['en', 'Open in another program', 'Waiting for a new version', 'Stop waiting'],
  ['ko', '다른 프로그램에서 열기', '새 버전을 기다리는 중', '그만 기다리기'],
] as const)
  test(`a file that is opened is waited for until other bytes lie there, or nobody wants to wait (${language})`, async () => {
    await showFiles({ language, theme: 'light' });
    const press = () => row().getByRole('button', { name: open }).click();
    const said = row().getByText(waiting);
    await expect.element(row()).toBeVisible();
    await expect.element(said).not.toBeInTheDocument();
    await press();
    await expect.element(said).toBeVisible();
    const [input] = opens();
    expect(Object.keys(input ?? {})).toEqual(['fileId']);
    expect(await axeFindings()).toEqual([]);

    // A check that ends gives the same bytes another name.
    told = { bytesId: 'f_1@1@1@0@printed' };
    await anew();
    await expect.element(said).toBeVisible();
    told = { modifiedAtMs: 1 };
    await anew();
    await expect.element(said).not.toBeInTheDocument();
    // The former version put back is not waited for again.
    told = {};
    await anew();
    await expect.element(said).not.toBeInTheDocument();

    await press();
    await row().getByRole('button', { name: stop }).click();
    await expect.element(said).not.toBeInTheDocument();
  });

test('a file that could not be opened is told, and not waited for', async () => {
  await showFiles();
  const params = { name: 'Kim_cover.pdf', reason: 'No application found' };
  answer = () => Promise.reject({ code: 'FILE_NOT_OPENED', text: { key: 'errors.FILE_NOT_OPENED', params } });
  await row().getByRole('button', { name: 'Open in another program' }).click();
  await expect
    .element(page.getByText(/“Kim_cover.pdf” could not be opened \(No application found\)\. Set a program/))
    .toBeVisible();
  await expect.element(row().getByText('Waiting for a new version')).not.toBeInTheDocument();
});

test('a file is waited for from the press on, however late the system answers', async () => {
  await showFiles();
  answer = () => new Promise(() => undefined);
  await row().getByRole('button', { name: 'Open in another program' }).click();
  await expect.element(row().getByText('Waiting for a new version')).toBeVisible();
});

test('a repaired file is not opened, and the button says what to do instead', async () => {
  await showFiles();
  told = { open: { allowed: false, reason: { key: 'desk.why.file.repaired' } } };
  await anew();
  const button = row().getByRole('button', { name: 'Open in another program' });
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  (
    row()
      .getByRole('button', { name: /^Save a copy/ })
      .element() as HTMLElement
  ).focus();
  // The reason is in the tooltip until the button is pressed.
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('tooltip')).toHaveTextContent(/Go back to the customer’s file to open that/);
  await userEvent.keyboard('{Enter}');
  expect(opens()).toEqual([]);
});
