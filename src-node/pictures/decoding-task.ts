/** A file that the picture library cannot decode. `page` is the container's main picture, from 0. */
export type DecodingTask =
  | { readonly path: string; readonly format: 'bmp' }
  | { readonly path: string; readonly format: 'heic'; readonly page: number };
