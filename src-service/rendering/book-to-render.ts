import { asc, eq } from 'drizzle-orm';
import { join } from 'node:path';
import type { Template } from '../../src-core/contract/templates.ts';
import { specOf, type BookRow } from '../books/find-book.ts';
import { systemValuesOf } from '../composition/system-values.ts';
import type { ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { bookEntries } from '../store/schema.ts';
import { RenderingFailed, type RenderOrder } from '../../src-node/painting/render-order.ts';

/** Where the service finds what books are painted with. */
export interface RenderFiles {
  readonly templatesFolder: string;
  readonly fontsFolder: string;
}

/** A finalized book as it is to be rendered. Throws RenderingFailed when something that it needs is gone for good. */
export async function orderOf(
  db: Db,
  context: ServiceContext,
  book: BookRow,
  files: RenderFiles,
): Promise<RenderOrder> {
  const entries = await db
    .select()
    .from(bookEntries)
    .where(eq(bookEntries.bookUid, book.bookUid))
    .orderBy(asc(bookEntries.position));
  const cover = entries.find(({ part }) => part === 'cover');
  if (cover === undefined) throw new RenderingFailed('the book has no cover', true);
  return {
    bookUid: book.bookUid,
    title: book.title,
    spec: specOf(context, book),
    contract: context.contract,
    pageCount: book.pageCount,
    rules: book.rules,
    cover: { template: templateOf(context, book, cover.templateUid), values: cover.values },
    contents:
      book.creationType === 'MIX_COVER_TEMPLATE'
        ? null
        : entries
            .filter(({ part }) => part === 'contents')
            .map(({ templateUid, values, breakBefore, requestedSide }) => ({
              template: templateOf(context, book, templateUid),
              values,
              wish: { breakBefore: breakBefore ?? 'page', side: requestedSide },
            })),
    system: systemValuesOf(book, book.finalizedAt ?? book.updatedAt),
    madeAtMs: context.clock.nowMs(),
    fontsFolder: files.fontsFolder,
    graphicsFolder: join(files.templatesFolder, 'graphics'),
  };
}

function templateOf({ templates }: ServiceContext, { rules }: BookRow, templateUid: string): Template {
  const template = templates.inBook(templateUid, rules);
  if (template === undefined)
    throw new RenderingFailed(`the template ${templateUid} is not in the catalogue any more`, true);
  return template;
}
