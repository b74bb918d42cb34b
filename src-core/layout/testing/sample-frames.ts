import type { BoxMm } from '../../specs/book-geometry.ts';
import type { PictureFrame, TextFrame } from '../document.ts';
import { USUAL_TEXT } from '../operations/text.ts';

/** A frame that is full of its picture, and nothing else; `more` says what is different. */
export const sampleFrame = (picture: string, box: BoxMm, more: Partial<PictureFrame> = {}): PictureFrame => ({
  kind: 'picture',
  box,
  locked: false,
  picture,
  show: 'fill',
  zoom: 1,
  focusX: 0.5,
  focusY: 0.5,
  turnDeg: 0,
  straightenDeg: 0,
  border: null,
  cornerMm: 0,
  across: false,
  weight: 1,
  ...more,
});

/** A text as it begins; `more` says what is different. */
export const sampleText = (text: string, box: BoxMm, more: Partial<TextFrame> = {}): TextFrame => ({
  kind: 'text',
  box,
  locked: false,
  text,
  ...USUAL_TEXT,
  ...more,
});
