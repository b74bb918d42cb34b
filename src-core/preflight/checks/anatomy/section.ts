import type { InspectedFileCheck, ReadFileCheck, RenderedFileCheck } from '../../check.ts';
import { almostBleed } from './almost-bleed.ts';
import { barcodeZone, ownBarcode } from './barcode.ts';
import { coverFront } from './cover-front.ts';
import { spineDrift } from './cover-spine.ts';
import { wrapText, wrapUnfilled } from './cover-wrap.ts';
import { gutterPictures, gutterText } from './gutter.ts';
import { missingBleed } from './missing-bleed.ts';
import { pixelBleed } from './pixel-bleed.ts';
import { pixelSliver } from './pixel-sliver.ts';
import { pixelFacing } from './pixel-facing.ts';
import { pixelFoldEdge } from './pixel-fold-edge.ts';
import { spineText } from './spine-text.ts';
import { foldLine, foldText } from './spread-fold.ts';
import { textSafety } from './text-safety.ts';
import { trimFrames } from './trim-frames.ts';

export const ANATOMY_READ_CHECKS: readonly ReadFileCheck[] = [spineDrift];
export const ANATOMY_CHECKS: readonly InspectedFileCheck[] = [
  missingBleed,
  textSafety,
  almostBleed,
  trimFrames,
  gutterText,
  gutterPictures,
  foldText,
  foldLine,
  spineText,
  wrapText,
  wrapUnfilled,
  barcodeZone,
  ownBarcode,
  coverFront,
];
export const ANATOMY_PIXEL_CHECKS: readonly RenderedFileCheck[] = [pixelBleed, pixelSliver, pixelFacing, pixelFoldEdge];
