import { BOOK_STATUS } from '../../src-core/contract/books.ts';
import type { Template, TemplateKind } from '../../src-core/contract/templates.ts';
import { findBook, type BookRow } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import type { Db } from '../store/db.ts';
import { ServiceError } from '../service-error.ts';

export type EntryPart = 'cover' | 'contents';

const IN_WORDS: Readonly<Record<EntryPart, string>> = { cover: '표지', contents: '내지' };
const TAKES_TEMPLATES: Readonly<Record<EntryPart, readonly BookRow['creationType'][]>> = {
  cover: ['TEMPLATE', 'MIX_COVER_TEMPLATE'],
  contents: ['TEMPLATE'],
};
const TAKES_KINDS: Readonly<Record<EntryPart, readonly TemplateKind[]>> = {
  cover: ['cover'],
  contents: ['content', 'divider', 'publish'],
};

/** The book whose part is made of templates. Throws 400 for the wrong creation type (specification, "Creation types"). */
export async function templateBook(
  db: Db,
  caller: Caller,
  bookUid: string,
  part: EntryPart,
  { lock = false } = {},
): Promise<BookRow> {
  const book = await findBook(db, caller, bookUid, { lock });
  if (!TAKES_TEMPLATES[part].includes(book.creationType)) {
    throw new ServiceError('ERR_CREATION_TYPE_UNSUPPORTED', [
      `${book.creationType} 책에는 템플릿 ${IN_WORDS[part]}를 사용할 수 없습니다`,
    ]);
  }
  return book;
}

/** The draft that may be changed through templates. Throws 400, also for a book that is no draft. */
export async function admitEditing(
  db: Db,
  caller: Caller,
  bookUid: string,
  part: EntryPart,
  options: { readonly lock?: boolean } = {},
): Promise<BookRow> {
  const book = await templateBook(db, caller, bookUid, part, options);
  if (book.status !== BOOK_STATUS.draft) {
    const state = book.status === BOOK_STATUS.deleted ? '삭제된' : '최종화된';
    throw new ServiceError('ERR_VALIDATION_FAILED', [`${state} 책의 ${IN_WORDS[part]}는 변경할 수 없습니다`], {
      keep: true,
    });
  }
  return book;
}

/** The draft that takes another entry: one cover, which comes first. Throws 400. */
export async function admitEntry(
  db: Db,
  caller: Caller,
  bookUid: string,
  part: EntryPart,
  options: { readonly lock?: boolean } = {},
): Promise<BookRow> {
  const book = await admitEditing(db, caller, bookUid, part, options);
  if (part === 'cover' && book.coverTemplateUid !== null)
    throw new ServiceError('ERR_VALIDATION_FAILED', ['표지가 이미 있습니다. 책에는 표지를 하나만 등록할 수 있습니다'], {
      keep: true,
    });
  if (part === 'contents' && book.coverTemplateUid === null)
    throw new ServiceError('ERR_VALIDATION_FAILED', ['표지가 없습니다. 표지를 먼저 등록하세요'], { keep: true });
  return book;
}

/** Throws 404 for an unknown template, 400 for one of another kind or of another book spec. */
export function templateFor(
  context: Pick<ServiceContext, 'templates'>,
  book: BookRow,
  part: EntryPart,
  templateUid: string,
): Template {
  const template = context.templates.inBook(templateUid, book.rules);
  if (!template) throw new ServiceError('ERR_NOT_FOUND', [`템플릿을 찾을 수 없습니다: ${templateUid}`], { keep: true });
  if (!TAKES_KINDS[part].includes(template.templateKind)) {
    throw unfit(
      `${template.templateKind} 템플릿은 ${IN_WORDS[part]}에 사용할 수 없습니다 (허용: ${TAKES_KINDS[part].join(', ')})`,
      templateUid,
    );
  }
  if (template.bookSpecUid !== book.bookSpecUid)
    throw unfit(`템플릿의 판형(${template.bookSpecUid})이 책의 판형(${book.bookSpecUid})과 다릅니다`, templateUid);
  return template;
}

const unfit = (message: string, templateUid: string) =>
  new ServiceError('ERR_VALIDATION_FAILED', [`templateUid: ${message}`], {
    keep: true,
    fieldErrors: [{ field: 'templateUid', message, currentValue: templateUid, constraint: 'enum' }],
  });
