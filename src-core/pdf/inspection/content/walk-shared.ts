import type { PdfDocument } from '../../document.ts';
import { ColourSpaces } from '../colour-spaces.ts';
import { FontReader } from '../fonts/font-reader.ts';
import { ImageReader } from '../images.ts';
import type { InspectionLimits, InspectionTools } from '../inspection.ts';
import { ContentStreams } from './content-streams.ts';
import { ExtendedStates } from './extended-states.ts';
import { PaintStates } from './paint-states.ts';
import { RecentPaints } from './recent-paints.ts';
import type { WalkShared } from './stream-run.ts';

/** What walks through the pages of one document share, before the first of them. */
export function walkSharedOf(
  document: PdfDocument,
  { openFontProgram }: InspectionTools,
  limits: InspectionLimits,
  layerOf: WalkShared['layerOf'],
): WalkShared {
  const spaces = new ColourSpaces(document);
  const fonts = new FontReader(document, openFontProgram);
  const states = new PaintStates();
  return {
    document,
    spaces,
    images: new ImageReader(document, spaces),
    streams: new ContentStreams(document),
    states,
    extendedStates: new ExtendedStates(document, states),
    readFont: (value) => fonts.read(value),
    layerOf,
    workspaces: [],
    forms: new Map(),
    recentPaints: new RecentPaints(),
    limits,
  };
}
