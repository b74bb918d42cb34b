import { afterAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { alertDialog, dialog, keys, OPENED, press } from './testing/opened-sheets.ts';
import { axeFindings, hide, isLooksTurn, settled, show, wear } from './testing/shown-app.tsx';

afterAll(hide);

describe('what is opened, in both languages and both themes', () => {
  test.each(OPENED)('$name: axe finds nothing on what is opened, in one language and theme by turns', async (state) => {
    await show(state);
    const before = document.body.innerHTML;
    await state.open();
    await settled();
    expect(document.body.innerHTML).not.toBe(before);
    const found: string[] = [];
    if (isLooksTurn(OPENED.indexOf(state), 0)) found.push(...(await axeFindings()));
    await wear({ language: 'ko', theme: 'dark' });
    if (isLooksTurn(OPENED.indexOf(state), 1)) found.push(...(await axeFindings()));
    expect(found, found.join('\n')).toEqual([]);
  });
});

describe('switching connections', () => {
  test('asks once before Live, in its words and with what waits on both sides', async () => {
    await show({ query: 'scenario=full', section: 'settings' });
    await press(/^Use Print house Seoul/);
    const question = await alertDialog();
    await expect.element(question).toHaveTextContent(/printed, shipped and paid from real credit/);
    await expect.element(question).toHaveTextContent(/12 books and 3 orders wait here and go on at once/);
    await expect.element(question).toHaveTextContent(/Built-in sandbox pauses with 153 books and 12 orders/);
    // The safe way has the focus.
    await keys('{Enter}');
    await expect.element(question).not.toBeInTheDocument();
    await press(/^Use Print house Seoul/);
    await press('Switch to Live');
    await expect.poll(() => document.querySelectorAll('[role="alertdialog"]').length).toBe(0);
  });

  test('a connection that is not in use says what it holds', async () => {
    await show({ query: 'scenario=full', section: 'settings' });
    await expect.element(page.getByText(/^Paused with 12 books and 3 orders to send/)).toBeVisible();
    expect(document.body.textContent).not.toMatch(/Paused with 153 books/);
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
  // The books' print is asked about; what would make a new book was not opened.
  await expect.element(page.getByRole('dialog', { name: /^Upload \d+ books$/ })).toBeVisible();
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(1);
});

describe('the question before books go out', () => {
  const question = async (): Promise<Element> => {
    await show({ query: 'scenario=full&rows=60' });
    await press(/^Upload \d+ books/);
    await dialog();
    return document.querySelector('[role="dialog"]') as Element;
  };
  const partsOf = (sheet: Element): Record<string, number> =>
    Object.fromEntries(
      [...sheet.querySelectorAll<HTMLElement>('[data-print]')].map((part) => [
        part.dataset['print'] ?? '',
        Number.parseInt(part.textContent ?? '', 10),
      ]),
    );

  test('says in one line how many print how, and sends the good ones without a name', async () => {
    const sheet = await question();
    const { good = 0, ...others } = partsOf(sheet);
    expect(Object.keys(others).sort()).toEqual(['bad', 'look', 'notChecked']);
    const all = good + Object.values(others).reduce((sum, count) => sum + count, 0);
    expect(sheet.querySelector('h2')?.textContent).toBe(`Upload ${all} books`);
    await press(`Only the ${good} that print well`);
    await expect.element(page.getByText(`${good} books go to the queue`)).toBeVisible();
  });

  test('lets all of them go by a name and a reason', async () => {
    const sheet = await question();
    const all = [...sheet.querySelectorAll('button')].find((button) => /^All \d+/.test(button.textContent ?? ''));
    expect(all?.getAttribute('aria-disabled') ?? String(all?.disabled)).toBe('true');
    await userEvent.fill(sheet.querySelector('textarea') as HTMLTextAreaElement, 'The customer knows');
    const count = Object.values(partsOf(sheet)).reduce((sum, one) => sum + one, 0);
    await press(`All ${count}`);
    await expect.element(page.getByText(`${count} books go to the queue`)).toBeVisible();
  });

  test('waits for what is still to be looked at', async () => {
    const sheet = await question();
    const open = partsOf(sheet)['notChecked'] ?? 0;
    await press('Wait for the checks');
    await expect
      .element(page.getByRole('progressbar', { name: `${open} books are still to be looked at` }))
      .toBeVisible();
    expect(sheet.querySelector('textarea')).toBeNull();
  });
});

describe('hot folders', () => {
  const folder = (name: string) => page.getByRole('listitem').filter({ hasText: name }).first();

  test('each says what is going on in it, and goes on when it was paused', async () => {
    await show({ query: 'scenario=full', section: 'settings' });
    await expect.element(folder('웨딩 납품')).toHaveTextContent(/3 files still copying: 김민수_이서연_contents.pdf/);
    await expect.element(folder('웨딩 납품')).toHaveTextContent(/1 waits for its other half.*2 need you.*128 sent/);
    await expect.element(folder('From the second studio')).toHaveTextContent(/Offline since \d\d:\d\d/);
    await expect
      .element(folder('From the second studio'))
      .toHaveTextContent(/Nothing is sent while Live is not the connection in use/);
    await press('Go on: 졸업앨범');
    await expect.element(folder('졸업앨범')).toHaveTextContent('Watching');
  });

  test('a new one is watched at once, and says where its green books go when they are to go', async () => {
    await show({ query: 'scenario=full', section: 'settings' });
    await press(/^Add hot folder/);
    await dialog();
    expect(document.querySelector('[role="dialog"]')?.textContent).not.toMatch(/the connection in use/);
    await page.getByRole('radio', { name: /^Upload it/ }).click();
    await expect.element(page.getByText('They go to Built-in sandbox, the connection in use.')).toBeVisible();
    await page.getByRole('radio', { name: /^Move them/ }).click();
    await press('Save');
    await expect.element(folder('새 폴더')).toHaveTextContent(/Finalized files move to the folder “done”/);
  });
});

test('files that are dropped while a dialog waits go nowhere', async () => {
  await show({ query: 'scenario=empty' });
  await press('Naming rules');
  await dialog();
  const data = new DataTransfer();
  data.items.add(new File(['%PDF-1.7'], 'a_contents.pdf'));
  // What is read aloud of the dialog comes when it comes, and messages of tests before it go when they go.
  const shown = () => {
    const body = document.body.cloneNode(true) as HTMLElement;
    for (const passing of body.querySelectorAll('[data-live-announcer], [aria-label="Messages"]')) passing.remove();
    return body.innerHTML;
  };
  const messages = () => document.querySelector('[aria-label="Messages"]')?.textContent ?? '';
  const before = shown();
  const saidBefore = messages();
  for (const type of ['dragenter', 'dragover', 'drop'])
    document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  await settled();
  expect(shown()).toBe(before);
  // They may have become fewer.
  expect(saidBefore).toContain(messages());
});
