import { ascii, latin1 } from '../bytes.ts';
import { contentStreamsOf } from '../content-streams.ts';
import type { PdfDocument } from '../document.ts';
import { appearanceOf, type Appearance } from '../inspection/appearance.ts';
import { listedAnnotations } from '../inspection/annotations.ts';
import type { Matrix } from '../inspection/geometry.ts';
import { isDict, PdfStream, type PdfDict, type PdfValue } from '../objects.ts';
import type { PageLeaf } from '../page-tree.ts';
import type { CopiedObjects } from './copied-objects.ts';
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
  const own = usedResources(document, leaf);
  const painted = listedAnnotations(document, leaf.dict).flatMap(({ dict }): Painted[] => {
    const appearance = appearanceOf(document, dict, PAGE_SPACE);
    return appearance === null ? [] : [{ appearance, layer: dict.get('OC') }];
  });
  if (painted.length === 0) return [['Resources', copy.value(own)], ...copy.entries(leaf.dict, ['Contents'])];
  const entriesOf = (category: string): PdfDict => {
    const known = document.resolve(own.get(category));
    return new Map(isDict(known) ? [...known].map(([key, value]) => [key, copy.value(value)] as const) : []);
  };
  const [forms, layers] = [entriesOf('XObject'), entriesOf('Properties')];
  let text = '\nQ\n';
  for (const { appearance, layer } of painted) {
    const name = newName(forms, 'Note');
    // Some appearances do not say that they are forms.
    forms.set(name, copy.add(copy.stream(appearance.stream, { Type: 'XObject', Subtype: 'Form' })));
    const drawing = `q\n${appearance.toPage.map(numberText).join(' ')} cm\n/${name} Do\nQ\n`;
    const layerName = newName(layers, 'NoteLayer');
    if (layer !== undefined) layers.set(layerName, copy.value(layer));
    text += layer === undefined ? drawing : `/OC /${layerName} BDC\n${drawing}EMC\n`;
  }
  const others = new Map([...own].filter(([key]) => key !== 'XObject' && key !== 'Properties'));
  const merged = copy.value(others) as PdfDict;
  merged.set('XObject', forms);
  if (layers.size > 0) merged.set('Properties', layers);
  const content = document.resolve(leaf.dict.get('Contents'));
  const streams = Array.isArray(content) ? content : content === undefined ? [] : [leaf.dict.get('Contents') ?? null];
  const added = (operators: string) => copy.add(new NewStream(new Map(), ascii(operators)));
  return [
    ['Resources', merged],
    ['Contents', [added('q\n'), ...streams.map((stream) => copy.value(stream)), added(text)]],
  ];
}

/**
 * Programs give all pages one dictionary that names the pictures of the whole book: of those only what the content names comes along. All of
 * them where it cannot be read, or where a form paints with what its page has (ISO 32000-1, table 95: none should).
 */
function usedResources(document: PdfDocument, leaf: PageLeaf): PdfDict {
  const resources = document.resolve(leaf.dict.get('Resources') ?? leaf.inherited.resources);
  const own: PdfDict = isDict(resources) ? resources : new Map();
  const objects = document.resolve(own.get('XObject'));
  const names = namesIn(document, leaf);
  if (names === null || !isDict(objects)) return own;
  const used: PdfDict = new Map([...objects].filter(([name]) => names.has(name)));
  const borrows = [...used.values()].some((value) => {
    const object = document.resolve(value);
    return object instanceof PdfStream && object.dict.get('Subtype') === 'Form' && !object.dict.has('Resources');
  });
  return borrows ? own : new Map([...own, ['XObject', used]]);
}

/** All that may be a name in the content of a page; null where that cannot be read to its end. */
function namesIn(document: PdfDocument, leaf: PageLeaf): ReadonlySet<string> | null {
  const names = new Set<string>();
  for (const stream of contentStreamsOf(document, leaf.dict.get('Contents'))) {
    const bytes = document.decodedBytes(stream);
    if (bytes === undefined) return null;
    for (const [, name = ''] of latin1(bytes).matchAll(/\/([^\s()<>[\]{}/%]+)/g))
      names.add(
        name.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
      );
  }
  return names;
}

function newName(known: PdfDict, stem: string): string {
  for (let n = known.size + 1; ; n++) if (!known.has(`${stem}${n}`)) return `${stem}${n}`;
}
