import type { InspectedFileCheck, RenderedFileCheck } from '../../check.ts';
import { overprint } from './black-overprint.ts';
import { brokenProfiles } from './broken-profiles.ts';
import { faintTints } from './faint-tints.ts';
import { mixedModels } from './mixed-models.ts';
import { outputIntent } from './output-intent.ts';
import { pixelInk } from './pixel-ink.ts';
import { pressControls } from './press-controls.ts';
import { fourFullInks, registrationColour } from './registration-colour.ts';
import { spotColours } from './spot-colours.ts';
import { totalInk } from './total-ink.ts';
import { blendSpace, transparency } from './transparency.ts';
import { whiteOverprint } from './white-overprint.ts';

export const COLOUR_CHECKS: readonly InspectedFileCheck[] = [
  totalInk,
  spotColours,
  registrationColour,
  fourFullInks,
  whiteOverprint,
  overprint,
  transparency,
  blendSpace,
  outputIntent,
  pressControls,
  mixedModels,
  brokenProfiles,
  faintTints,
];
export const COLOUR_PIXEL_CHECKS: readonly RenderedFileCheck[] = [pixelInk];
