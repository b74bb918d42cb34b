import type { PageFacts, PdfRectangle } from '../boxes.ts';
import type { Matrix } from '../inspection/geometry.ts';
import { readLayers } from '../inspection/layers.ts';
import { contentStreamsOf } from '../content-streams.ts';
import { isDict, type PdfDict, type PdfRef, type PdfValue } from '../objects.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { ascii } from '../bytes.ts';
import { CopiedObjects } from './copied-objects.ts';
import { NewStream } from './new-stream.ts';

/** A page's content that cannot be read to its end, so that it cannot be placed. */
export class ContentUnreadable extends Error {
  constructor() {
    super('the content of the page cannot be read');
    this.name = 'ContentUnreadable';
  }
}

/** What makes streams of content small again. */
export type Deflate = (bytes: Uint8Array) => Uint8Array;

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
  { newNumber, deflate }: { readonly newNumber: () => number; readonly deflate: Deflate },
): FormOfPage {
  const [leaf, page] = [leaves[0], facts.pages[0]];
  const box = page?.mediaBox ?? null;
  if (leaf === undefined || page === undefined || box === null) throw new ContentUnreadable();
  const copy = new CopiedObjects(document, newNumber);
  const packed = (dict: PdfDict, bytes: Uint8Array): NewStream =>
    new NewStream(new Map([...dict, ['Filter', 'FlateDecode']]), deflate(bytes));
  const painted: PdfDict = new Map<string, PdfValue>([
    ['Type', 'XObject'],
    ['Subtype', 'Form'],
    ['BBox', [box.left, box.bottom, box.right, box.top]],
    ['Matrix', [...toUnit(box, page.rotate)]],
    ['Resources', copy.value(leaf.dict.get('Resources') ?? leaf.inherited.resources ?? new Map())],
    ...isolated(document, leaf.dict.get('Group'), copy),
  ]);
  const content = copy.add(packed(painted, contentOf(document, leaf.dict.get('Contents'))));
  const form = copy.add(
    packed(
      new Map<string, PdfValue>([
        ['Type', 'XObject'],
        ['Subtype', 'Form'],
        ['BBox', [0, 0, 1, 1]],
        ['Resources', new Map([['XObject', new Map([['Page', content]])]])],
      ]),
      ascii('1 g\n0 0 1 1 re\nf\n/Page Do\n'),
    ),
  );
  return {
    form,
    objects: copy.pending(),
    layers: () =>
      readLayers(document).all.flatMap(({ objectNumber, isOnInPrint }) => {
        const layer = copy.known(objectNumber);
        return layer === undefined ? [] : [{ layer, isPrinted: isOnInPrint }];
      }),
  };
}

/** The page's transparency group: a page is isolated from what lies beneath it, whether it says so or not (ISO 32000-1, 11.6.6). */
function isolated(
  document: OpenedPdf['document'],
  value: PdfValue | undefined,
  copy: CopiedObjects,
): [string, PdfValue][] {
  const group = document.resolve(value);
  return isDict(group) ? [['Group', new Map([...(copy.value(group) as PdfDict), ['I', true]])]] : [];
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

/** All content streams as one; between two of them a token ends (ISO 32000-1, table 30). */
function contentOf(document: OpenedPdf['document'], value: PdfValue | undefined): Uint8Array {
  const parts = contentStreamsOf(document, value).map((stream) => {
    const bytes = document.decodedBytes(stream);
    if (bytes === undefined) throw new ContentUnreadable();
    return bytes.slice();
  });
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length + 1, 0)).fill(0x0a);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length + 1;
  }
  return all;
}
