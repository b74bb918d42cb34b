import type { StoredMimeType } from '../contract/photos.ts';
import type { FoundFace } from '../faces/find-faces.ts';
import type { PicturePoint } from './crop-window.ts';

/** A page of a PDF in a file of its own, which is placed as pictures are. */
export const PLACED_PAGE = 'application/pdf';
/** What the bytes are that a book is printed of. */
export type PrintedMimeType = StoredMimeType | typeof PLACED_PAGE;

/** A stored picture that a template variable was given. Sizes in pixels as the picture is seen, EXIF orientation applied. */
export interface BoundPicture {
  readonly blobKey: string;
  readonly mimeType: PrintedMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Where its subject is; absent: nobody looked. */
  readonly subject?: PictureSubject;
  /** The variable that it was given by, for whoever drops another one onto it; absent: nobody will. */
  readonly field?: string;
  /** Where the partner says that the middle of its frame is to be. */
  readonly focus?: PicturePoint;
}

/** What was found of a picture when it came, in shares of it as it is seen. */
export interface PictureSubject {
  /** Those that are sure enough to be cut around. */
  readonly faces: readonly FoundFace[];
  /** Where the eye goes first; null: nowhere above others. */
  readonly attention: PicturePoint | null;
}

/** One variable's value as it is kept with a contents entry: texts as they are printed, pictures by reference. */
export type BoundValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'picture'; readonly picture: BoundPicture }
  | { readonly kind: 'pictures'; readonly pictures: readonly BoundPicture[] };

/** By variable name; a variable that was not given is absent. */
export type BoundValues = Readonly<Record<string, BoundValue>>;
