import { ascii, latin1 } from '../bytes.ts';
import { contentStreamsOf, joinedContent } from '../content-streams.ts';
import type { PdfDocument } from '../document.ts';
import { appearanceOf, type Appearance } from '../inspection/appearance.ts';
import { listedAnnotations } from '../inspection/annotations.ts';
import type { Matrix } from '../inspection/geometry.ts';
import { PdfStream, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { PageLeaf } from '../page-tree.ts';
import type { CopiedObjects } from './copied-objects.ts';
import { lacksResources, paints } from './lacking-resources.ts';
import { NewStream } from './new-stream.ts';
import { numberText } from './serialise.ts';

const PAGE_SPACE: Matrix = [1, 0, 0, 1, 0, 0];

/** An annotation as a printer shows it. */
interface Painted {
  readonly appearance: Appearance;
  /** Its /OC: the layer that it belongs to. */
  readonly layer: PdfValue | undefined;
}

/**
 * /Contents and /Resources of a copied page: its content, and behind it what its annotations print (stamps, fields of forms), which have no
 * place of their own in the copy (ISO 32000-1, 12.5.5).
 */
export function paintedPage(document: PdfDocument, leaf: PageLeaf, copy: CopiedObjects): [string, PdfValue][] {
  const own = usedResources(document, leaf, copy);
  const painted = listedAnnotations(document, leaf.dict).flatMap(({ dict }): Painted[] => {
    const appearance = appearanceOf(document, dict, PAGE_SPACE);
    return appearance === null ? [] : [{ appearance, layer: dict.get('OC') }];
  });
  if (painted.length === 0) return [['Resources', copy.value(own)], ...copy.entries(leaf.dict, ['Contents'])];
  const [forms, layers]: [PdfDict, PdfDict] = [new Map(), new Map()];
  let text = '';
  for (const { appearance, layer } of painted) {
    const name = newName(forms, 'Note');
    // Some appearances do not say that they are forms.
    forms.set(name, copy.add(copy.stream(appearance.stream, { Type: 'XObject', Subtype: 'Form' })));
    const drawing = `q\n${appearance.toPage.map(numberText).join(' ')} cm\n/${name} Do\nQ\n`;
    const layerName = newName(layers, 'NoteLayer');
    if (layer !== undefined) layers.set(layerName, copy.value(layer));
    text += layer === undefined ? drawing : `/OC /${layerName} BDC\n${drawing}EMC\n`;
  }
  const content = newName(forms, 'Content');
  forms.set(content, copy.add(contentForm(document, leaf, own, copy)));
  const merged: PdfDict = new Map([['XObject', forms]]);
  if (layers.size > 0) merged.set('Properties', layers);
  return [
    ['Resources', merged],
    ['Contents', copy.add(new NewStream(new Map(), ascii(`/${content} Do\n${text}`)))],
  ];
}

/** The content as a form: whatever it leaves open, it leaves to nobody else. */
function contentForm(document: PdfDocument, leaf: PageLeaf, resources: PdfDict, copy: CopiedObjects): NewStream {
  return new NewStream(
    new Map<string, PdfValue>([
      ['Type', 'XObject'],
      ['Subtype', 'Form'],
      ['BBox', copy.value(leaf.dict.get('MediaBox') ?? leaf.inherited.mediaBox ?? null)],
      ['Resources', copy.value(resources)],
    ]),
    joinedContent(document, leaf.dict.get('Contents')),
  );
}

/** Of these a page's dictionary may name what all pages of the file show. */
const SHARED = ['XObject', 'Font'] as const;
const PAINTING = ['XObject', 'Font', 'Pattern'] as const;
const MOST_NESTED = 8;

/**
 * Programs give all pages one dictionary that names the pictures and fonts of the whole book: of those only what the content names comes along.
 * All of them where it cannot be read, or where something that it paints with has no dictionary of its own and uses the page's: in the copy it
 * has them.
 */
function usedResources(document: PdfDocument, leaf: PageLeaf, copy: CopiedObjects): PdfDict {
  const resources = document.resolve(leaf.dict.get('Resources') ?? leaf.inherited.resources);
  const own: PdfDict = isDict(resources) ? resources : new Map();
  const names = namesIn(document, leaf);
  if (names === null) return own;
  const used: PdfDict = new Map(own);
  for (const category of SHARED) {
    const entries = document.resolve(own.get(category));
    if (isDict(entries)) used.set(category, new Map([...entries].filter(([name]) => names.has(name))));
  }
  if (!borrows(document, used, MOST_NESTED)) return used;
  copy.lend(own);
  return own;
}

/** Whether a form, a pattern or a font that is drawn by programs lacks resources of its own; those too that are nested beyond all sense. */
function borrows(document: PdfDocument, resources: PdfDict, depth: number, seen = new Set<PdfDict>()): boolean {
  return paintingIn(document, resources).some((painting) => {
    const dict = dictOf(painting);
    if (dict === undefined || !paints(dict) || seen.has(dict)) return false;
    seen.add(dict);
    const own = document.resolve(dict.get('Resources'));
    if (!isDict(own)) return lacksResources(document, painting instanceof PdfStream ? painting : dict);
    return depth === 0 || borrows(document, own, depth - 1, seen);
  });
}

/** What may paint with resources: what they name, and the groups of the soft masks in their states. */
function paintingIn(document: PdfDocument, resources: PdfDict): (PdfValue | undefined)[] {
  const entriesOf = (category: string): (PdfValue | undefined)[] => {
    const entries = document.resolve(resources.get(category));
    return isDict(entries) ? [...entries.values()].map((value) => document.resolve(value)) : [];
  };
  const groups = entriesOf('ExtGState').map((state) => {
    const mask = isDict(state) ? document.resolve(state.get('SMask')) : undefined;
    return isDict(mask) ? document.resolve(mask.get('G')) : undefined;
  });
  return [...PAINTING.flatMap(entriesOf), ...groups];
}

/** All that may be a name in the content of a page; null where that cannot be read to its end. */
function namesIn(document: PdfDocument, leaf: PageLeaf): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const stream of contentStreamsOf(document, leaf.dict.get('Contents'))) {
    const bytes = document.decodedBytes(stream);
    if (bytes === undefined) return null;
    // What PDF counts as white space, and no more: bytes beyond ASCII belong to a name (ISO 32000-1, 7.3.5).
    for (const [, name = ''] of latin1(bytes).matchAll(/\/([^\x00\t\n\f\r ()<>[\]{}/%]+)/g))
      names.add(
        name.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      );
  }
  return names;
}

function newName(known: PdfDict, stem: string): string {
  for (let n = known.size + 1; ; n++) if (!known.has(`${stem}${n}`)) return `${stem}${n}`;
}
