import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BookRules } from '../../src-core/composition/book-rules.ts';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { BookRow } from '../books/find-book.ts';
import { templateFor } from '../composition/admit-entry.ts';
import type { ServiceContext } from '../context.ts';
import { orderOf } from '../rendering/book-to-render.ts';
import { loadCatalogue } from '../specs/load-catalogue.ts';
import { openOwnDatabase, type OwnDatabase } from '../store/testing/own-database.ts';
import { accounts, bookEntries, books } from '../store/schema.ts';
import { ServiceClock, systemIds } from '../system-clock.ts';
import { loadTemplates } from './load-templates.ts';

const RESOURCES = resolve(import.meta.dirname, '../../resources');
const FILES = { templatesFolder: `${RESOURCES}/templates`, fontsFolder: `${RESOURCES}/fonts` };
const specs = loadCatalogue(`${RESOURCES}/catalogue/book-specs.json`);
const templates = await loadTemplates(FILES.templatesFolder, specs, new Map());
const { templateUid } = templates.all.find(
  ({ theme, templateKind, bookSpecUid }) =>
    theme === '공용' && templateKind === 'cover' && bookSpecUid === 'SQUAREBOOK_HC',
) ?? { templateUid: '' };

let own: OwnDatabase;
let context: ServiceContext;

beforeAll(async () => {
  own = await openOwnDatabase();
  const known: Partial<ServiceContext> = {
    db: own.database.db,
    clock: new ServiceClock(),
    contract: CONTRACTS.specified,
    ...{ specs, templates },
  };
  // Neither the order nor the admission of an entry looks at anything else.
  context = known as ServiceContext;
  await context.db.insert(accounts).values({ accountUid: 'u_1', type: 'BUSINESS', name: 'A', createdAt: new Date(0) });
});
afterAll(() => own.close());

/** A book that was begun by those rules, with the cover of a theme that was redrawn by the tenth. */
async function begunBy(rules: BookRules): Promise<BookRow> {
  const bookUid = `bk_${systemIds.base62(12)}`;
  const at = new Date(0);
  const [book] = await context.db
    .insert(books)
    .values({
      ...{ bookUid, rules, accountUid: 'u_1', environment: 'live', title: '여름', bookSpecUid: 'SQUAREBOOK_HC' },
      ...{ creationType: 'TEMPLATE', pageCount: 24, status: 2, finalizedAt: at, createdAt: at, updatedAt: at },
    })
    .returning();
  await context.db
    .insert(bookEntries)
    .values({ bookUid, part: 'cover', position: 0, templateUid, values: {}, createdAt: at });
  if (book === undefined) throw new Error('the book was not kept');
  return book;
}

it('a book that was begun before its theme was redrawn is laid out and rendered with what it was begun with', async () => {
  const offered = templates.byUid.get(templateUid);
  const [before, now] = [await begunBy(9), await begunBy(10)];
  for (const [book, template] of [
    [before, templates.inBook(templateUid, 9)],
    [now, offered],
  ] as const) {
    expect(template?.templateUid).toBe(templateUid);
    expect(templateFor(context, book, 'cover', templateUid)).toBe(template);
    expect((await orderOf(context.db, context, book, FILES)).cover.template).toBe(template);
  }
  expect(templates.inBook(templateUid, 9)?.layout).not.toEqual(offered?.layout);
});
