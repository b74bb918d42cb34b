import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HotFolderView } from '../../../src-core/ipc/subjects/hot-folders.ts';
import { writeAlbums } from '../support/albums.ts';
import { outcomesOf, startBuiltIn } from '../support/job-steps.ts';
import { chooseInDialogs, pause, section } from '../support/steps.ts';
import type { Journey, JourneyContext } from './journey.ts';

const ALBUMS = 5;
/** Of won a day: three of the five albums. */
const DAILY_LIMIT = 80_000;
const LIMIT_MS = 180_000;
const RECIPIENT = {
  recipientName: '한빛 스튜디오',
  recipientPhone: '010-9876-5432',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
} as const;

/** Albums that arrive in a folder are taken in, uploaded and ordered up to a day's sum; the rest waits, and says so. */
export const journey: Journey = async (context) => {
  const { studio, words, shot, say } = context;
  const { page } = studio;
  const faults: string[] = [];
  const home = mkdtempSync(join(tmpdir(), 'hot-'));
  const [folder, made] = [join(home, '납품'), join(home, 'made')];
  mkdirSync(folder);
  writeAlbums(made, ALBUMS);
  try {
    await startBuiltIn(context);
    await setUp(context, folder);

    const [slow = '', ...others] = readdirSync(made);
    const whole = readFileSync(join(made, slow));
    appendFileSync(join(folder, slow), whole.subarray(0, whole.length >> 1));
    await untilFolder(context, ({ copying }) => copying === 1);
    await pause(page);
    await shot('hotfolder-copying');
    truncateSync(join(folder, slow), 0);
    appendFileSync(join(folder, slow), whole);
    for (const name of others) appendFileSync(join(folder, name), readFileSync(join(made, name)));

    const end = await untilFolder(
      context,
      ({ orders, books }) => books.sent === ALBUMS && orders !== null && orders.tomorrow > 0,
    );
    await pause(page);
    await shot('hotfolder-ordered');
    const orders = (await studio.call('orders.changes', { since: null })).rows;
    const charged = orders.reduce((sum, { paidCreditAmount }) => sum + paidCreditAmount, 0);
    const spent = end.orders?.spentToday ?? 0;
    if (orders.length === 0) faults.push('nothing was ordered');
    if (charged > DAILY_LIMIT) faults.push(`${charged} was charged though a day has ${DAILY_LIMIT}`);
    if (charged !== spent) faults.push(`${charged} was charged, and the folder says ${spent}`);
    const books = await outcomesOf(context);
    const ordered = books.filter(({ orderUid }) => orderUid !== null).length;
    if (ordered + (end.orders?.tomorrow ?? 0) !== ALBUMS)
      faults.push(`${ordered} ordered and ${end.orders?.tomorrow} waiting are not ${ALBUMS}`);
    const left = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
    if (left.length > 0) faults.push(`${left.join(', ')} was not put away`);
    say(`${ordered} of ${ALBUMS} ordered for ${charged}, the others wait for tomorrow`);
    await section(page, words.text('ui.section.orders')).click();
    await pause(page);
    await shot('hotfolder-orders');
    return { books, figures: { albums: ALBUMS, ordered, charged, limit: DAILY_LIMIT }, faults };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
};

/** From Settings: the folder, what becomes of its green books, the day's sum, for whom, and where the files go. */
async function setUp({ studio, words, shot }: JourneyContext, folder: string): Promise<void> {
  const { page } = studio;
  await section(page, words.text('ui.section.settings')).click();
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await page.getByRole('button', { name: words.text('settings.hot.add') }).click();
  const sheet = page.getByRole('dialog').first();
  await sheet.waitFor();
  await sheet.getByRole('radio', { name: words.pattern('settings.hot.whenGreen.order') }).check();
  const limit = sheet.getByRole('textbox', { name: words.pattern('settings.hot.limit', ['currency']) });
  await limit.fill(String(DAILY_LIMIT));
  await limit.press('Tab');
  await sheet.getByRole('button', { name: words.text('settings.hot.choose') }).click();
  const book = page.getByRole('dialog').last();
  await book.getByRole('button', { name: words.text('recipients.add') }).click();
  for (const [field, value] of Object.entries(RECIPIENT))
    await page
      .getByRole('dialog')
      .last()
      .getByRole('textbox', { name: words.pattern(`orders.address.${field}`) })
      .fill(value);
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: words.text('recipients.save'), exact: true })
    .click();
  await sheet.getByText(RECIPIENT.recipientName).waitFor();
  await sheet.getByRole('radio', { name: words.pattern('settings.hot.afterwards.move') }).check();
  await pause(page);
  await shot('hotfolder-set-up');
  await sheet.getByRole('button', { name: words.text('settings.hot.save'), exact: true }).click();
  await sheet.waitFor({ state: 'detached' });
}

async function untilFolder(
  { studio }: JourneyContext,
  isAsWanted: (folder: HotFolderView) => boolean,
): Promise<HotFolderView> {
  const endMs = performance.now() + LIMIT_MS;
  for (;;) {
    const [folder] = await studio.call('hotFolders.list', {});
    if (folder !== undefined && isAsWanted(folder)) return folder;
    if (performance.now() > endMs) throw new Error(`the hot folder stays ${JSON.stringify(folder)}`);
    await studio.page.waitForTimeout(200);
  }
}
