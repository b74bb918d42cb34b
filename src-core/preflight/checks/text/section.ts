import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';
import { bitmapFonts } from './bitmap-fonts.ts';
import { courier } from './courier.ts';
import { damagedFonts } from './damaged-fonts.ts';
import { embeddingRights } from './embedding-rights.ts';
import { missingGlyphs } from './missing-glyphs.ts';
import { multiInkText } from './multi-ink-text.ts';
import { notEmbedded } from './not-embedded.ts';
import { placeholderText } from './placeholder-text.ts';
import { renderingModes } from './rendering-modes.ts';
import { rgbBlackText } from './rgb-black-text.ts';
import { richBlackText } from './rich-black-text.ts';
import { smallText } from './small-text.ts';

export const TEXT_CHECKS: readonly InspectedFileCheck[] = [
  placeholderText,
  notEmbedded,
  missingGlyphs,
  damagedFonts,
  bitmapFonts,
  courier,
  smallText,
  multiInkText,
  richBlackText,
  rgbBlackText,
  renderingModes,
  embeddingRights,
];
export const TEXT_PIXEL_CHECKS: readonly RenderedFileCheck[] = [];
