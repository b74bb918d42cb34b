/** Why a picture is not taken. Figures are those of the limit that it breaks or of the picture, in the unit of their name. */
export type RefusalReason =
  | { readonly reason: 'empty' | 'unsupportedFormat' }
  /** Its bytes make no whole picture. */
  | { readonly reason: 'unreadable' }
  | { readonly reason: 'tooManyBytes'; readonly maxBytes: number }
  | { readonly reason: 'tooManyPixels'; readonly widthPx: number; readonly heightPx: number };

/** The picture is to blame and not the machine; who took it in says so in words of its own. `cause`: what the decoder said. */
export class PictureRefused extends Error {
  constructor(
    readonly why: RefusalReason,
    cause?: unknown,
  ) {
    super(`the picture is refused: ${why.reason}`, { cause });
    this.name = 'PictureRefused';
  }
}
