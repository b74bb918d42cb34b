import { surfaceOf, type LayoutDocument, type Panel, type PictureFrame, type SurfaceId } from './document.ts';
import { isPanel } from './spreads.ts';
import { framesInOrder } from './surface-change.ts';

/** The pictures of a page or panel in the order in which proofs and the window number them, from 1; frames that wait for one count. */
export function picturesOf(document: LayoutDocument, surfaceId: SurfaceId): [string, PictureFrame][] {
  const surface = surfaceOf(document, surfaceId);
  return surface === undefined
    ? []
    : framesInOrder(surface).flatMap(([id, frame]): [string, PictureFrame][] =>
        frame.kind === 'picture' ? [[id, frame]] : [],
      );
}

/** As it stands on a proof: `7-2`, and on the cover with the panel's name. */
export function pictureLabel(
  { order }: LayoutDocument,
  panels: Readonly<Record<Panel, string>>,
  surfaceId: SurfaceId,
  number: number,
): string {
  return `${isPanel(surfaceId) ? panels[surfaceId] : String(order.indexOf(surfaceId) + 1)}-${number}`;
}
