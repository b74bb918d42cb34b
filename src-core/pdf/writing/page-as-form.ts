import type { PageFacts, PdfRectangle } from '../boxes.ts';
import type { Matrix } from '../inspection/geometry.ts';
import { readLayers } from '../inspection/layers.ts';
import { ContentUnreadable, joinedContent } from '../content-streams.ts';
import { isDict, type PdfDict, type PdfRef, type PdfValue } from '../objects.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { ascii } from '../bytes.ts';
import { CopiedObjects } from './copied-objects.ts';
import { NewStream } from './new-stream.ts';
import type { SharedObjects } from './shared-objects.ts';

/** What makes streams of content small again. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

export interface Embedding {
  readonly newNumber: () => number;
  readonly deflate: Deflate;
  /** What is in the file already; null: nothing is to be found there. */
  readonly shared: SharedObjects | null;
  /** Something of it may be mixed with what lies beneath: the paper is none of that. */
  readonly blends: boolean;
}

export interface FormOfPage {
  /** What paints the page: a form of one unit each way, as a picture has it, on white paper. */
  readonly form: PdfRef;
  /** The objects of the form and of all that it paints with, each to be written once. */
  readonly objects: Generator<readonly [PdfRef, PdfValue | NewStream]>;
  /** The layers that it paints on, once all objects were had: whether they print. */
  readonly layers: () => readonly { readonly layer: PdfRef; readonly isPrinted: boolean }[];
}

/**
 * The only page of a file, for another file to paint with. As a page has paper behind it, so has its form: what is see-through shows white, whatever
 * lies beneath. Throws LimitExceeded, ReadFailed, ContentUnreadable.
 */
export function pageAsForm(
  { document, leaves, facts }: Pick<OpenedPdf, 'document' | 'leaves' | 'facts'>,
  { newNumber, deflate, shared, blends }: Embedding,
): FormOfPage {
  const [leaf, page] = [leaves[0], facts.pages[0]];
  const box = page?.mediaBox ?? null;
  if (leaf === undefined || page === undefined || box === null) throw new ContentUnreadable();
  const layers = new Map(
    readLayers(document).all.map(({ objectNumber, isOnInPrint }) => [objectNumber, isOnInPrint] as const),
  );
  // Two layers of one name are one only if both print, or neither does.
  const kindOf = (objectNumber: number): string => String(layers.get(objectNumber) ?? '');
  const copy = new CopiedObjects(document, newNumber, shared === null ? null : { objects: shared, kindOf });
  const packed = (dict: PdfDict, bytes: Uint8Array): NewStream =>
    new NewStream(new Map([...dict, ['Filter', 'FlateDecode']]), deflate(bytes));
  const painted: PdfDict = new Map<string, PdfValue>([
    ['Type', 'XObject'],
    ['Subtype', 'Form'],
    ['BBox', [box.left, box.bottom, box.right, box.top]],
    ['Matrix', [...toUnit(box, page.rotate)]],
    ['Resources', copy.value(leaf.dict.get('Resources') ?? leaf.inherited.resources ?? new Map())],
    ...(blends ? [['Group', isolated(document, leaf.dict.get('Group'), copy)] as const] : []),
  ]);
  const content = copy.add(packed(painted, joinedContent(document, leaf.dict.get('Contents'))));
  const form = copy.add(
    packed(
      new Map<string, PdfValue>([
        ['Type', 'XObject'],
        ['Subtype', 'Form'],
        ['BBox', [0, 0, 1, 1]],
        ['Resources', new Map([['XObject', new Map([['Page', content]])]])],
      ]),
      // The page begins with the colours that every page begins with.
      ascii('q\n1 g\n0 0 1 1 re\nf\nQ\n/Page Do\n'),
    ),
  );
  return {
    form,
    objects: copy.pending(),
    layers: () =>
      [...layers].flatMap(([objectNumber, isPrinted]) => {
        const layer = copy.known(objectNumber);
        return layer === undefined ? [] : [{ layer, isPrinted }];
      }),
  };
}

/** The page's transparency group: a page is isolated from what lies beneath it, whether it says so, and is a group, or not (ISO 32000-1, 11.6.6). */
function isolated(document: OpenedPdf['document'], value: PdfValue | undefined, copy: CopiedObjects): PdfDict {
  const group = document.resolve(value);
  const own = isDict(group) ? (copy.value(group) as PdfDict) : [];
  return new Map<string, PdfValue>([['S', 'Transparency'], ...own, ['I', true]]);
}

/** From a box to one unit each way, turned clockwise as the page is seen. */
function toUnit({ left, bottom, right, top }: PdfRectangle, rotate: PageFacts['rotate']): Matrix {
  const [x, y] = [1 / (right - left), 1 / (top - bottom)];
  switch (rotate) {
    case 0:
      return [x, 0, 0, y, -left * x, -bottom * y];
    case 90:
      return [0, -x, y, 0, -bottom * y, 1 + left * x];
    case 180:
      return [-x, 0, 0, -y, 1 + left * x, 1 + bottom * y];
    case 270:
      return [0, x, -y, 0, 1 + bottom * y, -left * x];
  }
}
