import type { BindingFault } from '../../composition/bind-values.ts';
import type { FieldFit } from '../../composition/grow-element.ts';
import type { PictureFit } from '../../composition/picture-fits.ts';
import type { TextMeasure } from '../../composition/sketch.ts';
import type { LayoutDocument } from '../document.ts';
import { themedBook, type EntryFits } from './laid.ts';
import { entryOf, type EntryId } from './uses.ts';

/** What is to be known of an entry: `stops` keeps the book from being printed. */
export interface EntryNote {
  readonly entryId: EntryId;
  /** From 1; 0: the cover. */
  readonly number: number;
  /** The page of its beginning, from 1; null: the cover. */
  readonly page: number | null;
  readonly template: string;
  /** What its template says of the variable; of the book's title: null. */
  readonly field: string | null;
  readonly stops: boolean;
  readonly what:
    | { readonly of: 'value'; readonly fault: BindingFault }
    | { readonly of: 'text'; readonly fit: FieldFit['fit'] }
    | { readonly of: 'picture'; readonly number: number | null; readonly fit: PictureFit['fit'] };
}

/**
 * Everything of a book's entries that is not printed as their templates draw it: what the service refuses or warns of where it is given
 * the same. The cover first, then the entries in their order.
 */
export function entryNotes(document: LayoutDocument, measure: TextMeasure): readonly EntryNote[] {
  const { themed } = document;
  const book = themedBook(document, measure);
  if (themed === null || book === null) return [];
  // Where it is worked on: what still waits for pictures has their places there.
  const seen = themedBook(document, measure, 'waiting');
  const cover = book.cover === null ? [] : notesOf(document, 'cover', { number: 0, page: null }, book.cover);
  return [
    ...cover,
    ...book.places.flatMap(({ firstPage }, at) => {
      const place = { number: at + 1, page: seen?.places[at]?.firstPage ?? firstPage };
      return notesOf(document, book.entryIds[at] ?? '', place, book.fitsOf(at));
    }),
  ];
}

function notesOf(
  document: LayoutDocument,
  entryId: EntryId,
  place: Pick<EntryNote, 'number' | 'page'>,
  { problems, fits, pictures }: EntryFits,
): EntryNote[] {
  const template = document.templates[entryOf(document, entryId)?.templateUid ?? ''];
  if (template === undefined) return [];
  const { definitions } = template.parameters;
  const note = (field: string | null, stops: boolean, what: EntryNote['what']): EntryNote => ({
    entryId,
    ...place,
    template: template.templateName,
    field: field === null ? null : (definitions[field]?.description ?? field),
    stops,
    what,
  });
  return [
    ...problems.map(({ name, fault }) => note(name, true, { of: 'value', fault })),
    ...fits
      .filter(({ fit }) => fit.kind !== 'thinSpine' || (fit.upToPages ?? Infinity) >= document.order.length)
      .map(({ field, isOfBook, fit }) =>
        note(isOfBook ? null : field, fit.kind === 'tooLong' && !isOfBook, { of: 'text', fit }),
      ),
    ...pictures.map(({ field, number: of, fit }) => note(field, false, { of: 'picture', number: of, fit })),
  ];
}
