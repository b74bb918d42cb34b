import type { TextRef } from '../text-ref.ts';
import { ascii } from '../pdf/bytes.ts';
import type { Matrix } from '../pdf/inspection/geometry.ts';
import { isDict, type PdfDict, type PdfValue } from '../pdf/objects.ts';
import { NewStream } from '../pdf/writing/new-stream.ts';
import { numberText } from '../pdf/writing/serialise.ts';
import type { PlanResult, PlannedPage } from './fix.ts';
import { STALE_ENTRIES } from './moved-page.ts';
import { contentBytes } from './page-content.ts';
import { eachPage, sameLooks, withEntries, type EditablePage, type FixMaker, type FixWork } from './page-editor.ts';
import { walkMarks, type Mark } from './painting-walk.ts';
import { placeOf, transformRectangle } from './seen-page.ts';

/** Thinner lines break up or vanish on paper (GWG 2022, R0018 and R0019). */
const THINNEST_LINE_PT = 0.25;
const ALREADY_WITHIN = 1e-3;

/** Lines of the pages' own content that are too thin to print, drawn at the least width; those in forms stay. */
export const thickenLines: FixMaker = (work) => {
  const edit = (mark: Mark, page: EditablePage): MarkEdit | null => {
    const { state } = mark;
    const scale = thinnestScale(state.ctm) * page.geometry.userUnit;
    if (
      mark.kind !== 'path' ||
      !mark.strokes ||
      scale === 0 ||
      state.lineWidth * scale >= THINNEST_LINE_PT - ALREADY_WITHIN
    )
      return null;
    return { before: `${numberText(THINNEST_LINE_PT / scale)} w `, after: ` ${numberText(state.lineWidth)} w\n` };
  };
  return editMarks(work, edit, (count, pages) => ({
    key: 'fixes.edit.thickenLines',
    params: { count, pages, widthPt: THINNEST_LINE_PT },
  }));
};

/** White text and shapes that overprint, and so print as nothing, made to cover what is beneath; those in forms stay. */
export const stopWhiteOverprint: FixMaker = (work) => {
  const edit = ({ state, fills, strokes }: Mark): MarkEdit | null => {
    const isFillLost = fills && state.overprintsFill && state.fill.isWhite;
    const isStrokeLost = strokes && state.overprintsStroke && state.stroke.isWhite;
    if (!isFillLost && !isStrokeLost) return null;
    const covering = overprint(state.overprintsStroke && !isStrokeLost, state.overprintsFill && !isFillLost);
    const restored = overprint(state.overprintsStroke, state.overprintsFill);
    return { before: `/${covering.name} gs `, after: ` /${restored.name} gs\n`, states: [covering, restored] };
  };
  return editMarks(work, edit, (count, pages) => ({ key: 'fixes.edit.stopWhiteOverprint', params: { count, pages } }));
};

interface GraphicsState {
  readonly name: string;
  readonly dict: PdfDict;
}

/** Operators around one mark, and the graphics states that they name. */
interface MarkEdit {
  readonly before: string;
  readonly after: string;
  readonly states?: readonly GraphicsState[];
}

function overprint(strokes: boolean, fills: boolean): GraphicsState {
  const name = `BpsOverprint${strokes ? 'Stroke' : ''}${fills ? 'Fill' : ''}${strokes || fills ? '' : 'None'}`;
  return {
    name,
    dict: new Map<string, PdfValue>([
      ['OP', strokes],
      ['op', fills],
    ]),
  };
}

type EditMark = (mark: Mark, page: EditablePage) => MarkEdit | null;

function editMarks(work: FixWork, edit: EditMark, tell: (count: number, pages: number) => TextRef): PlanResult {
  let count = 0;
  return eachPage(
    work,
    (page) => {
      const edited = editedContent(work, page, edit);
      if (edited === null) return null;
      count += edited.count;
      return edited.planned;
    },
    (pages) => [tell(count, pages)],
  );
}

/** Null when nothing on the page is to be changed, or when its content cannot be followed. */
function editedContent(
  work: FixWork,
  page: EditablePage,
  edit: EditMark,
): { readonly planned: PlannedPage; readonly count: number } | null {
  const content = contentBytes(work, page);
  if (content === null) return null;
  const insertions: (readonly [at: number, text: string])[] = [];
  const states = new Map<string, PdfDict>();
  const free: PlannedPage['free'][number][] = [];
  const isWhole = walkMarks(work, page, content, (mark) => {
    const change = edit(mark, page);
    if (change === null) return;
    insertions.push([mark.start, change.before], [mark.end, change.after]);
    for (const { name, dict } of change.states ?? []) states.set(name, dict);
    free.push(
      ...mark.segments.map((segment) => placeOf(transformRectangle(page.seen.toSeen, segment), page.seen.heightPt)),
    );
  });
  if (!isWhole || insertions.length === 0) return null;
  const stream = new NewStream(new Map([['Filter', 'FlateDecode']]), work.deflate(inserted(content, insertions)));
  const resources = states.size === 0 ? {} : { Resources: withStates(work, page, states) };
  work.update.put(
    page.objectNumber,
    withEntries(page.dict, { ...STALE_ENTRIES, Contents: work.update.add(stream), ...resources }),
  );
  return { planned: { ...sameLooks(page, page.geometry), touched: 'content', free }, count: insertions.length / 2 };
}

/** Marks follow one another, so the places are in order. */
function inserted(content: Uint8Array, insertions: readonly (readonly [at: number, text: string])[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let from = 0;
  for (const [at, text] of insertions) {
    pieces.push(content.subarray(from, at), ascii(text));
    from = at;
  }
  pieces.push(content.subarray(from));
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

function withStates(
  { opened: { document } }: FixWork,
  page: EditablePage,
  states: ReadonlyMap<string, PdfDict>,
): PdfDict {
  const resources = document.resolve(page.dict.get('Resources') ?? page.inherited.resources);
  const known = isDict(resources) ? document.resolve(resources.get('ExtGState')) : undefined;
  return new Map<string, PdfValue>([
    ...(isDict(resources) ? resources : []),
    ['ExtGState', new Map([...(isDict(known) ? known : []), ...states])],
  ]);
}

/** How much a matrix makes of a unit in the direction in which it makes the least of it. */
function thinnestScale([a, b, c, d]: Matrix): number {
  const sum = a * a + b * b + c * c + d * d;
  const determinant = a * d - b * c;
  return Math.sqrt(Math.max(0, (sum - Math.sqrt(Math.max(0, sum * sum - 4 * determinant * determinant))) / 2));
}
