import type { TextElement } from '../../contract/templates.ts';

/** A text of a template in 16 px, with what a test says of it otherwise. */
export const textElement = (more: Partial<TextElement> = {}): TextElement => ({
  element_id: 'a',
  type: 'text',
  text: '',
  position: { x: 0, y: 0 },
  width: 400,
  height: 100,
  fontFamily: 'Pretendard',
  fontSize: 16,
  textBold: false,
  textBrush: '#FF000000',
  textAlignment: 'left',
  verticalAlignment: 'top',
  ...more,
});
