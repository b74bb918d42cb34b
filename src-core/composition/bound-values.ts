import type { StoredMimeType } from '../contract/photos.ts';

/** A stored picture that a template variable was given. Sizes in pixels as the picture is seen, EXIF orientation applied. */
export interface BoundPicture {
  readonly blobKey: string;
  readonly mimeType: StoredMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** One variable's value as it is kept with a contents entry: texts as they are printed, pictures by reference. */
export type BoundValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'picture'; readonly picture: BoundPicture }
  | { readonly kind: 'pictures'; readonly pictures: readonly BoundPicture[] };

/** By variable name; a variable that was not given is absent. */
export type BoundValues = Readonly<Record<string, BoundValue>>;
