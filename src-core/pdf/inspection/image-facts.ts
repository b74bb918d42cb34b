import type { ColourSpace } from './colour-facts.ts';

/** What the markers before the first scan of a JPEG say; scan data is not read. */
export interface JpegFacts {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly components: number;
  readonly bitsPerComponent: number;
  readonly isProgressive: boolean;
  /** Transform flag of the Adobe marker (APP14); null without one. */
  readonly adobeTransform: number | null;
  /**
   * It has what picture files carry about themselves (JFIF, Exif, XMP, a profile, Photoshop's resources): the file of a
   * camera or an editor taken over as it is. PDF writers that encode pictures themselves leave these out.
   */
  readonly isPictureFile: boolean;
  /** Estimated quality 1 to 100 of the libjpeg scale, from the luminance quantisation table; null without one. */
  readonly quality: number | null;
  /** `cut`: the stream does not end in EOI. `broken`: its markers cannot be followed to a scan. */
  readonly damage: 'none' | 'cut' | 'broken';
}

/** One image XObject or inline image, from its dictionary; of a JPEG 2000 what its own header says. The same XObject is one shared object. */
export interface ImageFacts {
  /** Null for an inline image. */
  readonly objectNumber: number | null;
  readonly widthPx: number;
  readonly heightPx: number;
  /** 1 for a stencil. */
  readonly bitsPerComponent: number;
  /** Null for a stencil, and for JPEG 2000 that brings a profile or none. */
  readonly colourSpace: ColourSpace | null;
  readonly isStencil: boolean;
  /** In decoding order, full names (`DCTDecode`, `FlateDecode`, …). The last one is the codec. */
  readonly filters: readonly string[];
  /** As written; null when absent. */
  readonly decode: readonly number[] | null;
  readonly isInterpolated: boolean;
  /** The /SMask, or the opacity within a JPEG 2000 that /SMaskInData asks for; its own facts have none. */
  readonly softMask: ImageFacts | null;
  readonly mask: 'none' | 'stencil' | 'colourKey';
  /** Bytes of the encoded stream. */
  readonly lengthBytes: number;
  /** For DCTDecode as the last filter. Within another filter its end is not looked at. */
  readonly jpeg: JpegFacts | null;
  /** /Alternates, /OPI, or data in another file (/F). */
  readonly dependsOnOutside: boolean;
  /** What keeps it from being decoded, for instance a filter nobody knows; null when nothing was seen. */
  readonly problem:
    | 'unknownFilter'
    | 'badSize'
    | 'missingColourSpace'
    | 'componentsDiffer'
    | 'dataTooShort'
    /** Its mask is referred to and not in the file. */
    | 'maskMissing'
    | null;
}
