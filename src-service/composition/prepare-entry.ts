import { bindValues } from '../../src-core/composition/bind-values.ts';
import { lettersLackingBy } from '../../src-core/composition/printable.ts';
import { printsTitle } from '../../src-core/composition/fill-text.ts';
import type { Template } from '../../src-core/contract/templates.ts';
import type { BookRow } from '../books/find-book.ts';
import type { Caller, ServiceContext } from '../context.ts';
import { admitEntry, templateFor, type EntryPart } from './admit-entry.ts';
import { bindingRefused, lettersRefused } from './binding-refusal.ts';
import type { EntryCall } from './entry-call.ts';
import { fieldsRefused } from '../service-error.ts';
import { gatherPictures, type GatheredPictures } from './gather-pictures.ts';
import { parametersOf } from './named-parts.ts';

/** An entry whose template is known and whose pictures lie with us: only its place in the book is open. */
export interface PreparedEntry extends GatheredPictures {
  readonly template: Template;
}

/**
 * Everything about an entry that takes time and needs no lock, cheap checks first. `judge` looks at the template before
 * any picture is fetched. Throws 404 for an unknown book or template and 400 for what does not fit.
 */
export async function prepareEntry(
  context: ServiceContext,
  caller: Caller,
  target: { readonly bookUid: string; readonly part: EntryPart },
  call: EntryCall,
  judge: (template: Template, book: BookRow) => void = () => {},
): Promise<PreparedEntry> {
  const { bookUid, part } = target;
  const book = await admitEntry(context.db, caller, bookUid, part);
  const template = templateFor(context, book, part, call.templateUid);
  judge(template, book);
  const { definitions } = template.parameters;
  const attached = new Map<string, number>();
  for (const { field } of call.files) attached.set(field, (attached.get(field) ?? 0) + 1);
  const lacking = lettersLackingBy(context.typefaces.measureBy(book.rules));
  const { values, problems } = bindValues(definitions, parametersOf(definitions, call), attached, lacking);
  if (problems.length > 0) throw bindingRefused(problems);
  const ofTitle = printsTitle(template) ? lacking(book.title) : [];
  if (ofTitle.length > 0) throw fieldsRefused([{ field: 'title', ...lettersRefused(ofTitle) }], { keep: true });
  return { template, ...(await gatherPictures(context, bookUid, values, call.files)) };
}
