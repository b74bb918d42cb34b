import { latin1 } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { LimitExceeded } from '../limits.ts';
import { numbersOf } from './numbers.ts';
import { PdfRef, PdfStream, countOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { ColourFamily, ColourSpace, IccFacts } from './colour-facts.ts';

type DeviceFamily = 'DeviceGray' | 'DeviceRGB' | 'DeviceCMYK';
const DEVICE_COMPONENTS: Readonly<Record<DeviceFamily, number>> = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };
const ABBREVIATIONS: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
  I: 'Indexed',
};
const DEFAULTS: Readonly<Record<DeviceFamily, string>> = {
  DeviceGray: 'DefaultGray',
  DeviceRGB: 'DefaultRGB',
  DeviceCMYK: 'DefaultCMYK',
};
/** Spaces are built on spaces; a chain longer than this bites its own tail. */
/** From linear red, green and blue to CIE XYZ at D65, column by column. */
const SRGB_MATRIX = [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505] as const;
const SRGB_WITHIN = { gamma: 0.25, matrix: 0.02 } as const;
const MAX_DEPTH = 8;
const ICC_HEADER_BYTES = 128;
/** Profiles of printing presses have one or two megabytes. */
const MAX_PROFILE_BYTES = 32 * 1024 * 1024;

const space = (family: ColourFamily, components: number, more: Partial<ColourSpace> = {}): ColourSpace => ({
  family,
  components,
  colorants: [],
  base: null,
  icc: null,
  isDefaulted: false,
  ...more,
});

const UNKNOWN = space('unknown', 0);
const UNREADABLE_PROFILE: IccFacts = {
  colourSpace: '',
  deviceClass: '',
  version: 0,
  components: 0,
  description: null,
  isDamaged: true,
};
/** Of a profile that the file refers to and does not have. */
const NO_PROFILE = space('ICCBased', 0, { icc: UNREADABLE_PROFILE });
export const DEVICE_GRAY = space('DeviceGray', 1);
export const DEVICE_RGB = space('DeviceRGB', 3);
export const DEVICE_CMYK = space('DeviceCMYK', 4);
/** As files that say sRGB by a word bring it. */
export const S_RGB = space('CalRGB', 3, { base: DEVICE_RGB });
const DEVICE: Readonly<Record<DeviceFamily, ColourSpace>> = {
  DeviceGray: DEVICE_GRAY,
  DeviceRGB: DEVICE_RGB,
  DeviceCMYK: DEVICE_CMYK,
};
export const PATTERN = space('Pattern', 0);

/** Reads the colour spaces of one document; the same object gives the same space (ISO 32000-1, 8.6). */
export class ColourSpaces {
  private readonly byObject = new Map<number, ColourSpace>();
  /** Spaces written straight into resources, by their array. */
  private readonly byArray = new Map<PdfValue[], ColourSpace>();
  /** ICC spaces by their profile: many files write the array anew for every page. */
  private readonly byProfile = new Map<number, ColourSpace>();
  private readonly profiles = new Map<number, IccFacts>();
  private readonly defaulted = new Map<ColourSpace, ColourSpace>();

  constructor(private readonly document: PdfDocument) {}

  /** A space by value: a name, an array, or a name of the resources' /ColorSpace. */
  read(value: PdfValue | undefined, resources?: PdfDict): ColourSpace {
    return this.at(value, resources, 0);
  }

  /** A device space, or what the resources put in its place (8.6.5.6). */
  device(family: DeviceFamily, resources: PdfDict | undefined): ColourSpace {
    const named = this.document.resolve(resources?.get('ColorSpace'));
    const replacement = isDict(named) ? named.get(DEFAULTS[family]) : undefined;
    if (replacement === undefined) return DEVICE[family];
    const read = this.at(replacement, undefined, 0);
    if (read.components !== DEVICE_COMPONENTS[family]) return DEVICE[family];
    const known = this.defaulted.get(read);
    if (known !== undefined) return known;
    const marked = { ...read, isDefaulted: true };
    this.defaulted.set(read, marked);
    return marked;
  }

  /** The header of the profile in a stream; null for what is no stream. */
  icc(value: PdfValue | undefined): IccFacts | null {
    const stream = this.document.resolve(value);
    if (!(stream instanceof PdfStream)) return null;
    const known = this.profiles.get(stream.objectNumber);
    if (known !== undefined) return known;
    const facts = this.readProfile(stream);
    this.profiles.set(stream.objectNumber, facts);
    return facts;
  }

  private at(value: PdfValue | undefined, resources: PdfDict | undefined, depth: number): ColourSpace {
    if (depth > MAX_DEPTH) return UNKNOWN;
    if (!(value instanceof PdfRef)) return this.build(value, resources, depth);
    const known = this.byObject.get(value.objectNumber);
    if (known !== undefined) return known;
    const built = this.build(this.document.resolve(value), resources, depth);
    this.byObject.set(value.objectNumber, built);
    return built;
  }

  private build(value: PdfValue | undefined, resources: PdfDict | undefined, depth: number): ColourSpace {
    if (typeof value === 'string') return this.named(value, resources, depth);
    if (!Array.isArray(value)) return UNKNOWN;
    let known = this.byArray.get(value);
    if (known === undefined) this.byArray.set(value, (known = this.ofArray(value, resources, depth)));
    return known;
  }

  private ofArray(value: readonly PdfValue[], resources: PdfDict | undefined, depth: number): ColourSpace {
    const { document } = this;
    const family = document.resolve(value[0]);
    const name = typeof family === 'string' ? (ABBREVIATIONS[family] ?? family) : '';
    switch (name) {
      case 'ICCBased':
        return this.iccBased(value[1], depth);
      case 'Indexed':
        return space('Indexed', 1, { base: this.at(value[1], resources, depth + 1) });
      case 'Separation':
      case 'DeviceN': {
        const names = name === 'DeviceN' ? document.resolve(value[1]) : [value[1] ?? null];
        const colorants = (Array.isArray(names) ? names : [])
          .map((one) => document.resolve(one))
          .filter((one) => typeof one === 'string');
        return space(name, colorants.length, { colorants, base: this.at(value[2], resources, depth + 1) });
      }
      case 'Pattern':
        return value.length > 1 ? space('Pattern', 0, { base: this.at(value[1], resources, depth + 1) }) : PATTERN;
      case 'Lab':
        return space('Lab', 3);
      case 'CalRGB':
        return space('CalRGB', 3, { base: this.isSrgb(value[1]) ? DEVICE.DeviceRGB : null });
      case 'CalGray':
        return space('CalGray', 1);
      default:
        return value.length === 1 ? this.named(name, resources, depth) : UNKNOWN;
    }
  }

  /** What converters make of pictures that say sRGB in their own words (IEC 61966-2-1, its curve taken for a power). */
  private isSrgb(value: PdfValue | undefined): boolean {
    const dict = this.document.resolve(value);
    if (!isDict(dict)) return false;
    const near = (key: string, wanted: readonly number[], within: number) => {
      const numbers = numbersOf(this.document, dict.get(key), wanted.length);
      return numbers?.every((one, index) => Math.abs(one - (wanted[index] ?? 0)) <= within) ?? false;
    };
    return near('Gamma', [2.2, 2.2, 2.2], SRGB_WITHIN.gamma) && near('Matrix', SRGB_MATRIX, SRGB_WITHIN.matrix);
  }

  private named(written: string, resources: PdfDict | undefined, depth: number): ColourSpace {
    if (isDeviceFamily(written)) return this.device(written, resources);
    if (written === 'Pattern') return PATTERN;
    const spaces = this.document.resolve(resources?.get('ColorSpace'));
    const listed = isDict(spaces) ? spaces.get(written) : undefined;
    // A name that leads to a name of the resources again would never end.
    if (listed !== undefined) return listed === written ? UNKNOWN : this.at(listed, undefined, depth + 1);
    const long = ABBREVIATIONS[written];
    return long === undefined ? UNKNOWN : this.named(long, resources, depth + 1);
  }

  private iccBased(value: PdfValue | undefined, depth: number): ColourSpace {
    const stream = this.document.resolve(value);
    if (!(stream instanceof PdfStream)) return NO_PROFILE;
    const known = this.byProfile.get(stream.objectNumber);
    if (known !== undefined) return known;
    const icc = this.icc(stream);
    const components = icc?.components ?? 0;
    const alternate = stream.dict.get('Alternate');
    const base = alternate === undefined ? deviceOf(components) : this.at(alternate, undefined, depth + 1);
    const built = space('ICCBased', components, { base, icc });
    this.byProfile.set(stream.objectNumber, built);
    return built;
  }

  private readProfile(stream: PdfStream): IccFacts {
    const components = countOf(this.document.resolve(stream.dict.get('N'))) ?? 0;
    const bytes = this.decoded(stream);
    if (bytes === undefined || !isProfile(bytes)) return { ...UNREADABLE_PROFILE, components };
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return {
      colourSpace: latin1(bytes, 16, 20).trimEnd(),
      deviceClass: latin1(bytes, 12, 16).trimEnd(),
      version: (bytes[8] as number) + ((bytes[9] as number) >> 4) / 10,
      components,
      description: profileName(view),
      isDamaged: !isWholeProfile(bytes),
    };
  }

  private decoded(stream: PdfStream): Uint8Array | undefined {
    try {
      return this.document.decodedBytes(stream, MAX_PROFILE_BYTES);
    } catch (error) {
      // A profile of monstrous size is a broken profile, not the end of the inspection.
      if (error instanceof LimitExceeded && error.reason === 'tooLarge') return undefined;
      throw error;
    }
  }
}

function isDeviceFamily(name: string): name is DeviceFamily {
  return Object.hasOwn(DEVICE, name);
}

function deviceOf(components: number): ColourSpace | null {
  return components === 1 ? DEVICE_GRAY : components === 3 ? DEVICE_RGB : components === 4 ? DEVICE_CMYK : null;
}

const isProfile = (bytes: Uint8Array): boolean => bytes.length >= ICC_HEADER_BYTES && latin1(bytes, 36, 40) === 'acsp';

/** Whether an ICC profile has its header, and all the bytes that this says (ICC.1, 7.2). */
export const isWholeProfile = (bytes: Uint8Array): boolean =>
  isProfile(bytes) && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0) <= bytes.length;

const MAX_TAGS = 200;
const MAX_NAME_CHARS = 120;

/** The name of an ICC profile. The `desc` tag: `desc` of version 2 (ASCII) or `mluc` of version 4 (UTF-16, first record). */
export function profileName(view: DataView): string | null {
  if (view.byteLength < ICC_HEADER_BYTES + 4) return null;
  const tags = Math.min(view.getUint32(ICC_HEADER_BYTES), MAX_TAGS);
  for (let tag = 0; tag < tags; tag++) {
    const at = ICC_HEADER_BYTES + 4 + tag * 12;
    if (at + 12 > view.byteLength) return null;
    if (view.getUint32(at) !== 0x64657363) continue;
    return textOfTag(view, view.getUint32(at + 4));
  }
  return null;
}

/** Whether a profile of that name is sRGB's: nothing would become of a translation. */
export const isSrgb = (name: string | null): boolean => name !== null && /^(c2$|sRGB)/i.test(name);

function textOfTag(view: DataView, offset: number): string | null {
  if (offset + 12 > view.byteLength) return null;
  const type = view.getUint32(offset);
  if (type === 0x64657363) {
    const end = Math.min(offset + 12 + view.getUint32(offset + 8), view.byteLength, offset + 12 + MAX_NAME_CHARS);
    let text = '';
    for (let at = offset + 12; at < end; at++) text += String.fromCharCode(view.getUint8(at));
    return text.replace(/\0.*$/s, '') || null;
  }
  if (type !== 0x6d6c7563 || offset + 28 > view.byteLength) return null;
  const start = offset + view.getUint32(offset + 24);
  const end = Math.min(start + view.getUint32(offset + 20), view.byteLength - 1, start + 2 * MAX_NAME_CHARS);
  let text = '';
  for (let at = start; at + 1 < end + 1 && at + 2 <= view.byteLength; at += 2)
    text += String.fromCharCode(view.getUint16(at));
  return text.replace(/\0.*$/s, '') || null;
}
