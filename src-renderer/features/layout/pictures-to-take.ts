import type { SurfaceId } from '../../../src-core/layout/document.ts';
import { createStore } from '../../ui/store.ts';

/** Where pages of PDFs are placed from: a page of the book, whatever lies on the stage, or nowhere, so that they wait in the tray. */
export type PlaceAt = { readonly surfaceId: SurfaceId } | 'stage' | null;

/** By what they were dropped on: a spread of the strip, or the stage. */
export function placeUnder(on: EventTarget | null): PlaceAt {
  if (!(on instanceof Element)) return null;
  const surfaceId = on.closest<HTMLElement>('[data-drop-surface]')?.dataset['dropSurface'];
  if (surfaceId !== undefined) return { surfaceId };
  return on.closest('[data-stage]') === null ? null : 'stage';
}

/**
 * Pictures for a layout that is open, or is just being opened: dropped onto it and being taken in, or found by an import and to be
 * taken in as soon as it stands.
 */
export type PicturesToTake = { readonly bookId: string } & (
  | { readonly intakeId: string; readonly placeAt: PlaceAt }
  | { readonly importId: string }
);

export const picturesToTake = createStore<PicturesToTake | null>(null);
