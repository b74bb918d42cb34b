/** What the first 128 bytes of an ICC profile say (ICC.1, 7.2). */
export interface IccFacts {
  /** `GRAY`, `RGB`, `CMYK`, `Lab` or another signature, without trailing blanks; empty when the header cannot be read. */
  readonly colourSpace: string;
  /** `scnr`, `mntr`, `prtr`, `spac`. */
  readonly deviceClass: string;
  /** For instance 2.1 or 4.3. */
  readonly version: number;
  /** /N of the stream: how many components the file says the profile has. */
  readonly components: number;
  /** The profile's own name, for people; null when it has none that can be read. */
  readonly description: string | null;
  /** No `acsp` signature, a length that does not fit, or a stream that does not decode. */
  readonly isDamaged: boolean;
}

export type ColourFamily =
  | 'DeviceGray'
  | 'DeviceRGB'
  | 'DeviceCMYK'
  | 'CalGray'
  | 'CalRGB'
  | 'Lab'
  | 'ICCBased'
  | 'Indexed'
  | 'Separation'
  | 'DeviceN'
  | 'Pattern'
  /** Not a colour space that can be read. */
  | 'unknown';

/** A colour space as the file writes it: nothing is converted. The same space is one shared object. */
export interface ColourSpace {
  readonly family: ColourFamily;
  /** Components of one colour; 0 for Pattern and unknown. */
  readonly components: number;
  /** Names of the inks of Separation and DeviceN (`All` and `None` as written); empty otherwise. */
  readonly colorants: readonly string[];
  /** Base of Indexed and Pattern, alternate of Separation, DeviceN and ICCBased, DeviceRGB for a CalRGB that is sRGB; else null. */
  readonly base: ColourSpace | null;
  readonly icc: IccFacts | null;
  /** Replaced by the page's DefaultGray, DefaultRGB or DefaultCMYK, and so no longer device dependent. */
  readonly isDefaulted: boolean;
}

/** A colour in force: the space and its components as written, 0 to 1 (Lab and Indexed in their own ranges). */
export interface Paint {
  readonly space: ColourSpace;
  readonly values: readonly number[];
  /** Set when the space is Pattern. */
  readonly pattern: 'tiling' | 'shading' | null;
}

/** Inks named `None` alone leave nothing on any plate (ISO 32000-1, 8.6.6.4). */
export const isInkless = ({ colorants }: ColourSpace): boolean =>
  colorants.length > 0 && colorants.every((name) => name === 'None');
