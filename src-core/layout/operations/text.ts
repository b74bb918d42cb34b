import type { BoxMm } from '../../specs/book-geometry.ts';
import type { FieldFrame, LayoutDocument, SurfaceId, TextFrame } from '../document.ts';
import { isRefusal, refused, type Outcome } from '../refusal.ts';
import { nextFrameId, withBox, withFrames, withNewFrame, type FrameOf, type FramesOf } from '../surface-change.ts';

/** What a text begins with: dark grey, which prints softer than black and is read as well. */
export const USUAL_TEXT = {
  typeface: 'regular',
  sizePt: 12,
  colour: '#1a1a1a',
  align: 'left',
  vertical: 'top',
  turnDeg: 0,
} as const satisfies Partial<TextFrame>;

const NOWHERE: BoxMm = { xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 };

function withFrameAt(
  document: LayoutDocument,
  surfaceId: SurfaceId,
  frame: TextFrame | FieldFrame,
  box: BoxMm,
): Outcome {
  const made = withNewFrame(document, surfaceId, frame);
  return isRefusal(made) ? made : withBox(made, { surfaceId, frameId: nextFrameId(document) }, box);
}

/** A text in a box of its page; of a spine, turned. */
export const addText = (
  document: LayoutDocument,
  {
    surfaceId,
    box,
    text = '',
    ...style
  }: { readonly surfaceId: SurfaceId; readonly box: BoxMm; readonly text?: string } & TextStyle,
): Outcome =>
  withFrameAt(document, surfaceId, { kind: 'text', box: NOWHERE, locked: false, text, ...USUAL_TEXT, ...style }, box);

export type TextStyle = Partial<Pick<TextFrame, 'typeface' | 'sizePt' | 'colour' | 'align' | 'vertical' | 'turnDeg'>>;

/** Of a text, as the document's schema allows. */
const MOST_LETTERS = 20_000;

export function writeText(document: LayoutDocument, { text, ...of }: FrameOf & { readonly text: string }): Outcome {
  if (text.length > MOST_LETTERS) return refused({ key: 'layout.refused.tooLong', params: { most: MOST_LETTERS } });
  return withTexts(document, { surfaceId: of.surfaceId, frameIds: [of.frameId] }, (frame) =>
    frame.text === text ? frame : { ...frame, text },
  );
}

export const styleText = (document: LayoutDocument, { surfaceId, frameIds, ...style }: FramesOf & TextStyle): Outcome =>
  withTexts(document, { surfaceId, frameIds }, (frame) =>
    (Object.keys(style) as (keyof TextStyle)[]).every((key) => frame[key] === style[key])
      ? frame
      : { ...frame, ...style },
  );

function withTexts(document: LayoutDocument, of: FramesOf, edit: (frame: TextFrame) => TextFrame): Outcome {
  let isOne = false;
  const outcome = withFrames(document, of, (frame) => {
    if (frame.kind !== 'text') return frame;
    isOne = true;
    return edit(frame);
  });
  return isRefusal(outcome) || isOne ? outcome : refused({ key: 'layout.refused.noText' });
}

/** A field of one colour. */
export const addField = (
  document: LayoutDocument,
  { surfaceId, box, fill }: { readonly surfaceId: SurfaceId; readonly box: BoxMm; readonly fill: string },
): Outcome =>
  withFrameAt(
    document,
    surfaceId,
    { kind: 'field', box: NOWHERE, locked: false, fill, border: null, cornerMm: 0 },
    box,
  );

export function setFill(document: LayoutDocument, { fill, ...of }: FramesOf & { readonly fill: string }): Outcome {
  let isOne = false;
  const outcome = withFrames(document, of, (frame) => {
    if (frame.kind !== 'field') return frame;
    isOne = true;
    return frame.fill === fill ? frame : { ...frame, fill };
  });
  return isRefusal(outcome) || isOne ? outcome : refused({ key: 'layout.refused.noField' });
}
