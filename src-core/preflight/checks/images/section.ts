import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';
import { bitDepth } from './bit-depth.ts';
import { bitmapResolution } from './bitmap-resolution.ts';
import { colourProfile } from './colour-profile.ts';
import { compression } from './compression.ts';
import { damagedPictures } from './damaged-pictures.ts';
import { flattenedPage } from './flattened-page.ts';
import { interpolation } from './interpolation.ts';
import { damagedData } from './pixel-damaged-data.ts';
import { samePhoto } from './pixel-same-photo.ts';
import { oneTone } from './pixel-one-tone.ts';
import { rareCodecs } from './rare-codecs.ts';
import { resolution } from './resolution.ts';
import { stretched } from './stretched.ts';
import { untagged } from './untagged.ts';
import { wastefulResolution } from './wasteful-resolution.ts';

export const IMAGE_CHECKS: readonly InspectedFileCheck[] = [
  resolution,
  bitmapResolution,
  flattenedPage,
  wastefulResolution,
  stretched,
  colourProfile,
  untagged,
  bitDepth,
  rareCodecs,
  damagedPictures,
  compression,
  interpolation,
];
export const IMAGE_PIXEL_CHECKS: readonly RenderedFileCheck[] = [samePhoto, oneTone, damagedData];
