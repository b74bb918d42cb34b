import { createStore } from '../../ui/store.ts';

/**
 * Pictures for a layout that is open, or is just being opened: dropped onto it and being taken in, or found by an import and to be
 * taken in as soon as it stands.
 */
export type PicturesToTake = { readonly bookId: string } & (
  | { readonly intakeId: string }
  | { readonly importId: string }
);

export const picturesToTake = createStore<PicturesToTake | null>(null);
