import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';

const SLOW = { timeout: 20_000 } as const;
const WORDS = {
  en: {
    proof: 'Proof',
    make: 'Make a proof',
    comments: 'Comments',
    read: 'Read the notes of a PDF',
    add: 'Add 3 comments',
    addOne: 'Add 1 comment',
    paste: 'What the customer wrote',
    place: 'page 2, picture 1',
    whole: 'Whole book',
    cover: 'front cover',
    goTo: 'Go to page 2, picture 1',
    done: 'Done: page 2, picture 1',
    remove: 'Remove the comment on page 5',
    undo: 'Undo',
    known: 'Here already',
    cancel: 'Cancel',
    open: (count: number) => `${count} ${count === 1 ? 'comment' : 'comments'} open`,
    pdfs: 'Make PDFs',
    before: '2 comments of the customer still open. The PDFs are made all the same.',
  },
  ko: {
    proof: '시안',
    make: '시안 만들기',
    comments: '의견',
    read: 'PDF의 메모 읽기',
    add: '의견 3개 추가',
    addOne: '의견 1개 추가',
    paste: '고객이 보낸 내용',
    place: '2쪽, 사진 1',
    whole: '책 전체',
    cover: '앞표지',
    goTo: '2쪽, 사진 1(으)로 이동',
    done: '처리함: 2쪽, 사진 1',
    remove: '5쪽 의견 삭제',
    undo: '실행 취소',
    known: '이미 있음',
    cancel: '취소',
    open: (count: number) => `남은 의견 ${count}개`,
    pdfs: 'PDF 만들기',
    before: '고객 의견 2개가 아직 남아 있습니다. PDF는 그대로 만들 수 있습니다.',
  },
} as const;
const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'ko', theme: 'dark' },
] as const;

const dialog = () => document.querySelector<HTMLElement>('[role="dialog"]');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const selected = () => document.querySelectorAll('[data-stage] [aria-pressed="true"][data-frame]').length;

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

async function openComments(look: (typeof LOOKS)[number]) {
  const words = WORDS[look.language];
  await show({ query: 'scenario=full', layoutOf: 'book-11', size: [1440, 900] }, look);
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
  await button(words.proof).click();
  await button(words.make).click();
  const tab = page.getByRole('radio', { name: new RegExp(`^${words.comments}`) });
  await expect.element(tab, SLOW).toBeVisible();
  await tab.click();
  return words;
}

for (const look of LOOKS)
  test(`notes of a PDF become comments, are ticked, gone to by their key, and taken back (${look.language})`, async () => {
    const words = await openComments(look);
    await button(words.read).click();
    await expect.element(page.getByText(words.place, { exact: true })).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    await button(words.add).click();
    await expect.element(button(words.goTo)).toBeVisible();
    // Read once more, they are told as known, and none of them can be added.
    await button(words.read).click();
    await expect.poll(() => page.getByText(words.known, { exact: true }).elements().length).toBe(3);
    await button(words.cancel).click();
    await button(words.goTo).click();
    await expect.poll(dialog).toBeNull();
    await expect.poll(() => document.body.textContent).toContain(words.open(3));
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('checkbox', { name: words.done }).click();
    await expect.poll(() => document.body.textContent).toContain(words.open(2));
    await userEvent.keyboard('c');
    await expect.element(button(words.remove)).toBeVisible();
    await button(words.remove).click();
    await expect.poll(() => document.body.textContent).toContain(words.open(1));
    await page.getByRole('button', { name: words.undo, exact: true }).last().click();
    await expect.poll(() => document.body.textContent).toContain(words.open(2));
    await button(`${words.pdfs}`).click();
    await expect.element(page.getByText(words.before)).toBeVisible();
  });

test('what an e-mail says goes to its places, line by line, and a line may be left out', async () => {
  const words = await openComments(LOOKS[0]);
  await page
    .getByLabelText(words.paste)
    .fill('Dear studio,\n\n2-1: larger, please\nfront cover: gold letters\n\nThank you');
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] label input[type="checkbox"]')];
  await expect.poll(() => boxes().length).toBe(4);
  expect(dialog()?.textContent).toContain(words.cover);
  for (const at of [0, 3]) boxes()[at]?.click();
  await button('Add 2 comments').click();
  await expect.element(button(words.goTo)).toBeVisible();
  await expect.poll(() => page.getByText(words.whole, { exact: true }).elements().length).toBe(0);
  expect((page.getByLabelText(words.paste).element() as HTMLTextAreaElement).value).toBe('');
  expect(selected()).toBe(0);
});

test('a tick is of the file that was read, whatever the next one is called; what was typed meanwhile waits', async () => {
  const words = await openComments(LOOKS[0]);
  await page.getByLabelText(words.paste).fill('2-1: larger');
  const drop = (): void => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['%PDF-'], 'notes.pdf'));
    const target = document.querySelector('[role="dialog"] section[aria-label="New comments"]');
    target?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  };
  const ticks = () =>
    [...document.querySelectorAll<HTMLInputElement>('[role="dialog"] label input[type="checkbox"]')].map(
      ({ checked }) => checked,
    );
  drop();
  await expect.poll(ticks).toEqual([true, true, true]);
  document.querySelector<HTMLInputElement>('[role="dialog"] label input[type="checkbox"]')?.click();
  await expect.poll(ticks).toEqual([false, true, true]);
  drop();
  await expect.poll(ticks).toEqual([true, true, true]);
  await button(words.cancel).click();
  expect((page.getByLabelText(words.paste).element() as HTMLTextAreaElement).value).toBe('2-1: larger');
});

test('a comment on the whole book is counted as open, and its key leads to it', async () => {
  const words = await openComments(LOOKS[0]);
  await page.getByLabelText(words.paste).fill('Please gold');
  await button(words.addOne).click();
  await expect.poll(() => page.getByText(words.whole, { exact: true }).elements().length).toBe(1);
  await userEvent.keyboard('{Escape}');
  await expect.poll(dialog).toBeNull();
  await expect.poll(() => document.body.textContent).toContain(words.open(1));
  await userEvent.keyboard('c');
  await expect.poll(() => dialog()?.textContent).toContain('Please gold');
});

test('of hundreds of comments some are drawn at once, and all can be reached', async () => {
  const words = await openComments(LOOKS[0]);
  const comments = Array.from({ length: 130 }, (_, at) => ({
    ...{ surfaceId: null, frameId: null, page: null, picture: null, author: null, isDone: false },
    text: `note ${at}`,
  }));
  await window.studio.call('layouts.addComments', { bookId: 'book-11', proof: 1, comments });
  const drawn = () => dialog()?.querySelectorAll('li input[type="checkbox"]').length;
  await expect.poll(drawn).toBe(60);
  await button('70 more').click();
  await expect.poll(drawn).toBe(120);
  await button('10 more').click();
  await expect.poll(drawn).toBe(130);
  expect(document.body.textContent).toContain(words.open(130));
});
