import type { TextRef } from '../text-ref.ts';
import type { PdfRectangle } from '../pdf/boxes.ts';
import type { Matrix } from '../pdf/inspection/geometry.ts';
import { PdfRef, PdfStream, isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import { NewStream } from '../pdf/writing/new-stream.ts';
import { numberText } from '../pdf/writing/serialise.ts';
import { operatorsIn } from './content-operators.ts';
import { boxValue, type EditablePage, type FixWork } from './page-editor.ts';

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** One drawing of a page's content on a new page: where to, and what of it shows. */
export interface Layer {
  readonly page: EditablePage;
  /** From the old page's own space to the new page's. */
  readonly matrix: Matrix;
  /** In the new page's space. */
  readonly clip: PdfRectangle;
}

/** What a page needs to show its content; entries for its dictionary. */
type ContentEntries = {
  readonly Contents: PdfValue | undefined;
  readonly Resources?: PdfValue;
  readonly Group?: PdfValue | undefined;
};

const isProblem = (value: ContentEntries | PdfRef | TextRef): value is TextRef => 'key' in value;

/**
 * The page's content under another matrix. The streams stay as they are, with one before and one behind them;
 * a page that paints with patterns is drawn as a form instead, because a pattern keeps to the page's own space
 * whatever matrix its content sets, and to that of a form only if it belongs to one (ISO 32000-1, 8.7.2). So is one that
 * restores more than it saved: it would take the matrix away, and of a form programs restore nothing that it did not save.
 */
export function movedContent(work: FixWork, page: EditablePage, matrix: Matrix): ContentEntries | TextRef {
  const streams = contentStreams(work, page);
  if (streams === null) return unreadableContent(page);
  if (streams.length === 0) return { Contents: undefined };
  if (hasPatterns(work, page) || restoresTooMuch(work, streams)) {
    const media = page.geometry.mediaBox ?? page.seen.visible;
    return drawnContent(work, [{ page, matrix, clip: null, show: media }]);
  }
  const { update } = work;
  return { Contents: [update.addContent(`q\n${matrixText(matrix)} cm\n`), ...streams, update.addContent('\nQ\n')] };
}

/**
 * A new page's content made of old pages' contents, lowest first. Pictures and fonts are referred to, never copied. Pages whose
 * transparency is mixed in different spaces go on being mixed each in its own: then the new page has none (ISO 32000-1, 11.6.6).
 */
export function layeredContent(work: FixWork, layers: readonly Layer[]): ContentEntries | TextRef {
  const groups = layers.map(({ page }) => groupOf(work, page));
  const isOneSpace = groups.every((group) => isSameGroup(work, group, groups[0]));
  const content = drawnContent(
    work,
    layers.map(({ page, matrix, clip }, index) => ({
      ...{ page, matrix, clip, show: page.seen.visible },
      group: isOneSpace ? undefined : groups[index],
    })),
  );
  return 'key' in content || isOneSpace ? content : { ...content, Group: undefined };
}

const groupOf = ({ opened: { document } }: FixWork, { dict }: EditablePage): PdfDict | undefined => {
  const group = document.resolve(dict.get('Group'));
  return isDict(group) ? group : undefined;
};

function isSameGroup({ opened: { document } }: FixWork, one: PdfDict | undefined, other: PdfDict | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const [space, otherSpace] = [one.get('CS'), other.get('CS')];
  const isSameSpace =
    space instanceof PdfRef && otherSpace instanceof PdfRef
      ? space.objectNumber === otherSpace.objectNumber
      : document.resolve(space) === document.resolve(otherSpace);
  return isSameSpace && document.resolve(one.get('K')) === document.resolve(other.get('K'));
}

interface Drawing {
  readonly page: EditablePage;
  readonly matrix: Matrix;
  readonly clip: PdfRectangle | null;
  /** What of the old page the form shows. */
  readonly show: PdfRectangle;
  /** The old page's group, where the new page is none for it. */
  readonly group?: PdfDict | undefined;
}

function drawnContent(work: FixWork, drawings: readonly Drawing[]): ContentEntries | TextRef {
  const forms: PdfDict = new Map();
  const names = new Map<number, string>();
  let text = '';
  for (const { page, matrix, clip, show, group } of drawings) {
    let name = names.get(page.index);
    if (name === undefined) {
      const form = formOf(work, page, show, group);
      if (form === null) continue;
      if (isProblem(form)) return form;
      name = `Page${page.index + 1}`;
      names.set(page.index, name);
      forms.set(name, form);
    }
    const cut =
      clip === null
        ? ''
        : `${[clip.left, clip.bottom, clip.right - clip.left, clip.top - clip.bottom].map(numberText).join(' ')} re W n\n`;
    text += `q\n${cut}${matrixText(matrix)} cm\n/${name} Do\nQ\n`;
  }
  return { Contents: work.update.addContent(text), Resources: new Map<string, PdfValue>([['XObject', forms]]) };
}

/** The page's content as a form XObject (ISO 32000-1, 8.10); null when it has none. */
function formOf(
  work: FixWork,
  page: EditablePage,
  show: PdfRectangle,
  group: PdfDict | undefined,
): PdfRef | TextRef | null {
  const streams = contentStreams(work, page);
  if (streams === null) return unreadableContent(page);
  const written = streams.length === 1 ? copied(work, streams[0] as PdfRef) : joined(work, streams);
  if (streams.length === 0) return null;
  if (written === null) return unreadableContent(page);
  const dict: PdfDict = new Map<string, PdfValue>([
    ['Type', 'XObject'],
    ['Subtype', 'Form'],
    ['BBox', boxValue(show)],
    ['Matrix', [...IDENTITY]],
    ['Resources', page.dict.get('Resources') ?? page.inherited.resources ?? new Map()],
    ...written.dict,
    // A page is isolated from what lies beneath it, whether it says so or not (11.6.6).
    ...(group === undefined ? [] : [['Group', new Map([...group, ['I', true]])] as const]),
  ]);
  return work.update.add(new NewStream(dict, written.data));
}

interface WrittenContent {
  readonly dict: PdfDict;
  readonly data: Uint8Array;
}

/** One stream goes over as it is encoded, whatever its filter. */
function copied({ opened: { document } }: FixWork, reference: PdfRef): WrittenContent | null {
  const stream = document.resolve(reference);
  // Data in another file cannot be taken along.
  if (!(stream instanceof PdfStream) || stream.dict.has('F')) return null;
  const dict: PdfDict = new Map();
  for (const key of ['Filter', 'DecodeParms']) {
    const value = stream.dict.get(key);
    if (value !== undefined) dict.set(key, value);
  }
  return { dict, data: document.encodedBytes(stream).slice() };
}

/** Several streams are one content, cut anywhere between two words (ISO 32000-1, 7.8.2). */
function joined(work: FixWork, references: readonly PdfRef[]): WrittenContent | null {
  const all = decoded(work, references);
  return all === null
    ? null
    : { dict: new Map<string, PdfValue>([['Filter', 'FlateDecode']]), data: work.deflate(all) };
}

/** The page's content as one run of operators; null when it is in a form that cannot be decoded here. */
export function contentBytes(work: FixWork, page: EditablePage): Uint8Array | null {
  const streams = contentStreams(work, page);
  return streams === null ? null : decoded(work, streams);
}

function decoded({ opened: { document } }: FixWork, references: readonly PdfRef[]): Uint8Array | null {
  const parts: Uint8Array[] = [];
  for (const reference of references) {
    const stream = document.resolve(reference);
    if (!(stream instanceof PdfStream) || stream.dict.has('F')) return null;
    const bytes = document.decodedBytes(stream);
    if (bytes === undefined) return null;
    parts.push(bytes);
  }
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, 0)).fill(0x0a);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length + 1;
  }
  return all;
}

/** The page's content streams in order; null when /Contents is not what it may be. */
export function contentStreams({ opened: { document } }: FixWork, page: EditablePage): PdfRef[] | null {
  const contents = page.dict.get('Contents');
  const resolved = document.resolve(contents);
  if (resolved === undefined || resolved === null) return [];
  if (resolved instanceof PdfStream) return contents instanceof PdfRef ? [contents] : null;
  if (!Array.isArray(resolved)) return null;
  const streams: PdfRef[] = [];
  for (const item of resolved) {
    const target = document.resolve(item);
    if (target === null) continue;
    if (!(item instanceof PdfRef) || !(target instanceof PdfStream)) return null;
    streams.push(item);
  }
  return streams;
}

function hasPatterns({ opened: { document } }: FixWork, page: EditablePage): boolean {
  const resources = document.resolve(page.dict.get('Resources') ?? page.inherited.resources);
  const patterns = isDict(resources) ? document.resolve(resources.get('Pattern')) : undefined;
  return isDict(patterns) && patterns.size > 0;
}

function restoresTooMuch(work: FixWork, streams: readonly PdfRef[]): boolean {
  const content = decoded(work, streams);
  let depth = 0;
  for (const { name } of content === null ? [] : operatorsIn(content, work.opened.document)) {
    if (name === 'q') depth++;
    else if (name === 'Q' && --depth < 0) return true;
  }
  return false;
}

const matrixText = (matrix: Matrix): string => matrix.map(numberText).join(' ');

export const unreadableContent = ({ index }: EditablePage): TextRef => ({
  key: 'fixes.problem.unreadableContent',
  params: { page: index + 1 },
});
