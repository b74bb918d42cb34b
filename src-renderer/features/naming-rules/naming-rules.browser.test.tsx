import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { runCommand } from '../../commands/run-command.ts';
import { axeFindings, hide, settled, show } from '../../testing/shown-app.tsx';

afterEach(hide);

const sheet = page.getByRole('dialog');
const open = async (lang: 'en' | 'ko' = 'en') => {
  await show({ query: `scenario=full&rows=20&lang=${lang}` });
  await openAgain();
};
const openAgain = async () => {
  await expect.poll(() => runCommand('library.namingRules')).toBe(true);
  await expect.element(sheet).toBeVisible();
};
const field = (name: string | RegExp) => sheet.getByRole('textbox', { name });
const button = (name: string | RegExp) => sheet.getByRole('button', { name });
const addWord = async (of: 'the cover' | 'the contents' | 'a state', word: string) => {
  await field(`New word for ${of}`).fill(word);
  await userEvent.keyboard('{Enter}');
};
const tried = () =>
  [...document.querySelectorAll('[aria-label="What the names would become"] strong')].map((one) => one.textContent);

test('own words pair names as they are typed, before they are used; then they are kept, and taken back', async () => {
  await open();
  await field(/^File names/).fill('JKT-1234.pdf\n"in\\0012_jacket.pdf"\nin/0012_book block.pdf\nBLK-1234.pdf');
  await expect.poll(tried).toHaveLength(4);
  await addWord('the cover', 'JKT, jacket');
  await addWord('the contents', 'BLK');
  await addWord('the contents', 'book block');
  await expect.poll(tried).toEqual(['0012', '1234']);
  await expect.element(sheet.getByText('2 books', { exact: true })).toBeVisible();
  await expect.element(sheet.getByText(/Read by your words: JKT, BLK\./)).toBeVisible();
  await button('Remove “JKT”').click();
  await expect.poll(tried).toEqual(['0012', '1234', 'JKT-1234']);
  // The focus is where the next word is written.
  await expect.element(field('New word for the cover')).toHaveFocus();
  await button('Use these rules').click();
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(page.getByText('Naming rules changed', { exact: true })).toBeVisible();
  await openAgain();
  await expect.element(button('Remove “jacket”')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  // The offer beside its news may have gone by now.
  await expect.poll(() => runCommand('edit.undo')).toBe(true);
  await openAgain();
  await expect.element(button('Remove “jacket”')).not.toBeInTheDocument();
});

test('what was changed is not lost by a key: it is there when the sheet opens again, until it is given up', async () => {
  await open();
  await addWord('the cover', 'JKT');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await openAgain();
  await expect.element(button('Remove “JKT”')).toBeVisible();
  await expect.element(sheet.getByText(/They are not used yet/)).toBeVisible();

  await button('Cancel').click();
  await openAgain();
  await expect.element(button('Remove “JKT”')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('a word that cannot be used says why and is not added; a built-in one is switched off', async () => {
  await open();
  await addWord('the cover', 'body');
  await expect.element(sheet.getByText(/“body” is a word for the contents already/)).toBeVisible();
  await expect.element(button('Remove “body”')).not.toBeInTheDocument();
  await button('body, built in').click();
  await expect.element(button('body, built in')).toHaveAttribute('aria-pressed', 'false');
  await userEvent.click(field('New word for the cover'));
  await userEvent.keyboard('{Enter}');
  await expect.element(button('Remove “body”')).toBeVisible();
  await addWord('a state', '최종');
  await expect.element(sheet.getByText('“최종” is known already.')).toBeVisible();
  // Switched on again, it is a word for both.
  await button('body, built in').click();
  await expect.element(button('Use these rules')).toHaveAttribute('aria-disabled', 'true');
  await button('Back to the built-in rules').click();
  await expect.element(button('Remove “body”')).not.toBeInTheDocument();
});

test('patterns come first, say what is wrong with them, and take copies', async () => {
  await open();
  await field(/^File names/).fill('3x_Kim_cover.pdf\n3x_Kim_contents.pdf');
  await field('New pattern').fill('{qty}{title}_');
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet.getByText('{role} is missing.')).toBeVisible();
  await field('New pattern').fill('{qty}x_{title}_');
  await button('Insert {role}: a word for cover or contents').click();
  await expect.element(field('New pattern')).toHaveValue('{qty}x_{title}_{role}');
  await userEvent.keyboard('{Enter}');
  await expect.poll(tried).toEqual(['Kim']);
  await expect.element(sheet.getByText('3 copies', { exact: true })).toBeVisible();
  await field('Pattern 1').fill('{qty}x_{title');
  await expect.element(button('Use these rules')).toHaveAttribute('aria-disabled', 'true');
  await button('Remove pattern {qty}x_{title').click();
  await expect.poll(tried).toEqual(['3x_Kim']);
});

test('rules are moved by keys and by buttons, the focus with them, and switched off', async () => {
  await open();
  const order = () =>
    [...document.querySelectorAll('ol[aria-label="Rules"] code')].map((one) => one.textContent?.split(' ')[0]);
  const [folders, name, folder] = ['cover/Kim-Lee.pdf', 'Kim-Lee_cover.pdf', 'Kim-Lee/cover.pdf'];
  expect(order()).toEqual([folders, name, folder]);
  await field(/^File names/).fill('Lee wedding/Kim_cover.pdf\nLee wedding/Kim_contents.pdf');
  await expect.poll(tried).toEqual(['Kim']);
  const one = sheet.getByRole('switch', { name: /^One folder for each book/ });
  (one.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(order).toEqual([folders, folder, name]);
  await expect.element(one).toHaveFocus();
  await expect.poll(tried).toEqual(['Lee wedding']);
  await button('Move up: One folder for each book').click();
  await expect.poll(order).toEqual([folder, folders, name]);
  // It is the first: what goes up further is off.
  await expect.element(button('Move down: One folder for each book')).toHaveFocus();
  await userEvent.click(one);
  await expect.poll(tried).toEqual(['Kim']);
});

const dropped = async (name: string, text: string) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const target = sheet.getByText('Words', { exact: true }).element();
  for (const type of ['dragover', 'drop'])
    target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
  await settled();
};

test('a file of rules is dropped onto the sheet; one that cannot be used says what is wrong and changes nothing', async () => {
  await open();
  const head = '"format":"book-print-studio/naming-rules","version":1';
  await dropped('of a friend.json', `{${head},"cover":["커버"],"patterns":["{title}-{role}"]}`);
  await expect.element(sheet.getByText('These are the rules of “of a friend.json”.', { exact: false })).toBeVisible();
  await expect.element(button('Remove “커버”')).toBeVisible();
  await expect.element(field('Pattern 1')).toHaveValue('{title}-{role}');
  await dropped('broken.json', `{${head},"cover":["a/b"],"patterns":["{title}"]}`);
  await expect.element(sheet.getByText('“broken.json” was not read. Nothing is changed.')).toBeVisible();
  await expect.element(sheet.getByText('{role} is missing.')).toBeVisible();
  await expect.element(button('Remove “커버”')).toBeVisible();
  await dropped('notes.txt', 'no rules');
  await expect.element(sheet.getByText('It is no JSON.')).toBeVisible();
});

test.each([
  ['en', 'From the last import', 'Insert {title}: the title'],
  ['ko', '마지막으로 가져온 파일', '{title} 넣기: 제목'],
] as const)('it is whole in %s with everything in it', async (lang, last, insert) => {
  await open(lang);
  await button(last).click();
  await sheet.getByRole('textbox').nth(0).fill('JKT');
  await userEvent.keyboard('{Enter}');
  await sheet.getByRole('textbox').nth(1).fill('내지,(x');
  await button(insert).click();
  await userEvent.keyboard('{Enter}');
  await settled();
  expect(document.querySelectorAll('[role="dialog"] li strong').length).toBeGreaterThan(2);
  expect(await axeFindings()).toEqual([]);
  expect(document.querySelector('[role="dialog"]')?.textContent).not.toMatch(/library\.rules/);
});
