import type { PdfDocument } from '../document.ts';
import { filterStages } from '../filters.ts';
import { WORK } from '../limits.ts';
import { PdfRef, PdfStream, countOf, type PdfDict, type PdfValue } from '../objects.ts';
import { DEVICE_CMYK, DEVICE_GRAY, S_RGB, type ColourSpaces } from './colour-spaces.ts';
import type { ColourSpace } from './colour-facts.ts';
import type { ImageFacts, JpegFacts } from './image-facts.ts';
import { readJpegHeader } from './jpeg-header.ts';
import { readJpxHeader, type JpxFacts } from './jpx-header.ts';
import { readWrappedJpeg } from './wrapped-jpeg.ts';

const FILTER_NAMES: Readonly<Record<string, string>> = {
  AHx: 'ASCIIHexDecode',
  A85: 'ASCII85Decode',
  LZW: 'LZWDecode',
  Fl: 'FlateDecode',
  RL: 'RunLengthDecode',
  CCF: 'CCITTFaxDecode',
  DCT: 'DCTDecode',
};
const KNOWN_FILTERS: ReadonlySet<string> = new Set([
  ...Object.values(FILTER_NAMES),
  'JPXDecode',
  'JBIG2Decode',
  'Crypt',
]);

/** Image facts out of dictionaries; of the data only what a JPEG says before its first scan. */
export class ImageReader {
  private readonly byObject = new Map<number, ImageFacts>();

  constructor(
    private readonly document: PdfDocument,
    private readonly spaces: ColourSpaces,
  ) {}

  xObject(stream: PdfStream, resources: PdfDict | undefined): ImageFacts {
    const known = this.byObject.get(stream.objectNumber);
    if (known !== undefined) return known;
    const { dict } = stream;
    const lengthBytes = countOf(this.document.resolve(dict.get('Length'))) ?? 0;
    const facts = this.factsOf(dict, resources, stream.objectNumber, lengthBytes, stream);
    this.byObject.set(stream.objectNumber, facts);
    return facts;
  }

  /** An image written into a content stream: keys may be abbreviated (ISO 32000-1, table 93). */
  inline(dict: PdfDict, resources: PdfDict | undefined, lengthBytes: number): ImageFacts {
    const long = new Map<string, PdfValue>();
    for (const [key, value] of dict) long.set(INLINE_KEYS[key] ?? key, value);
    return this.factsOf(long, resources, null, lengthBytes, null);
  }

  private factsOf(
    dict: PdfDict,
    resources: PdfDict | undefined,
    objectNumber: number | null,
    lengthBytes: number,
    stream: PdfStream | null,
  ): ImageFacts {
    const { document } = this;
    const get = (key: string) => document.resolve(dict.get(key));
    const isStencil = get('ImageMask') === true;
    const filters = filterStages(dict, (value) => document.resolve(value)).map(
      ({ name }) => FILTER_NAMES[name] ?? name,
    );
    const spaceValue = dict.get('ColorSpace');
    const plainData = stream !== null && !document.isEncrypted ? stream : null;
    const ownData = filters.length === 1 ? plainData : null;
    const jpeg =
      plainData !== null && filters.at(-1) === 'DCTDecode' ? this.jpeg(plainData, filters, lengthBytes) : null;
    // Viewers believe the codestream (ISO 32000-1, 7.4.9).
    const jpx =
      ownData !== null && filters[0] === 'JPXDecode'
        ? readJpxHeader(document.reader, ownData.dataOffset, lengthBytes)
        : null;
    const written = isStencil || spaceValue === undefined ? null : this.spaces.read(spaceValue, resources);
    const colourSpace = written ?? (jpx === null || isStencil ? null : spaceOf(jpx));
    const softMask = get('SMask');
    const mask = get('Mask');
    const decode = get('Decode');
    const base = {
      objectNumber,
      widthPx: jpx?.widthPx ?? countOf(get('Width')) ?? 0,
      heightPx: jpx?.heightPx ?? countOf(get('Height')) ?? 0,
      bitsPerComponent: isStencil
        ? 1
        : (jpx?.bitsPerComponent ?? countOf(get('BitsPerComponent')) ?? jpeg?.bitsPerComponent ?? 8),
      colourSpace,
      isStencil,
      filters,
      decode: Array.isArray(decode) ? decode.map((one) => document.number(one) ?? 0) : null,
      isInterpolated: get('Interpolate') === true,
      softMask:
        softMask instanceof PdfStream && softMask.objectNumber !== objectNumber ? this.softMask(softMask) : null,
      mask: mask instanceof PdfStream ? 'stencil' : Array.isArray(mask) ? 'colourKey' : 'none',
      lengthBytes,
      jpeg,
      dependsOnOutside:
        dict.has('Alternates') || dict.has('OPI') || (stream !== null && dict.has('F') && !isFilterName(get('F'))),
    } as const;
    const isMaskMissing = ['SMask', 'Mask'].some(
      (key) => dict.get(key) instanceof PdfRef && (get(key) ?? null) === null,
    );
    const problem =
      problemOf(base, spaceValue !== undefined) ??
      (jpx === null ? null : jpxProblem(jpx, written)) ??
      (isMaskMissing ? 'maskMissing' : null);
    if (jpx === null || base.softMask !== null || countOf(get('SMaskInData')) === 0 || get('SMaskInData') === undefined)
      return { ...base, problem };
    const opacity = { ...base, colourSpace: DEVICE_GRAY, mask: 'none', decode: null, problem: null } as const;
    return { ...base, softMask: opacity, problem };
  }

  private jpeg(stream: PdfStream, filters: readonly string[], lengthBytes: number): JpegFacts | null {
    const { document } = this;
    return filters.length > 1
      ? readWrappedJpeg(document, stream, lengthBytes)
      : readJpegHeader(document.reader, stream.dataOffset, lengthBytes, (bytes, atByte) =>
          document.budget.spendWork(bytes * WORK.searchedByte, atByte),
        );
  }

  /** Without its own soft mask: it can have none, and a loop of masks would not end. */
  private softMask(stream: PdfStream): ImageFacts {
    const dict = new Map(stream.dict);
    dict.delete('SMask');
    const lengthBytes = countOf(this.document.resolve(dict.get('Length'))) ?? 0;
    return this.factsOf(dict, undefined, stream.objectNumber, lengthBytes, stream);
  }
}

const INLINE_KEYS: Readonly<Record<string, string>> = {
  BPC: 'BitsPerComponent',
  CS: 'ColorSpace',
  D: 'Decode',
  DP: 'DecodeParms',
  F: 'Filter',
  H: 'Height',
  IM: 'ImageMask',
  I: 'Interpolate',
  W: 'Width',
  L: 'Length',
};

/** /F of a stream is a file; written by a careless program it may be an abbreviated /Filter. */
const isFilterName = (value: PdfValue | undefined) =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));

type Base = Omit<ImageFacts, 'problem'>;

function problemOf(image: Base, hasSpace: boolean): ImageFacts['problem'] {
  if (image.filters.some((name) => !KNOWN_FILTERS.has(name))) return 'unknownFilter';
  if (image.widthPx === 0 || image.heightPx === 0) return 'badSize';
  const codec = image.filters.at(-1);
  if (!image.isStencil && !hasSpace && codec !== 'JPXDecode') return 'missingColourSpace';
  if (
    image.jpeg !== null &&
    image.jpeg.components > 0 &&
    image.colourSpace !== null &&
    componentsOf(image.colourSpace) > 0
  ) {
    if (image.jpeg.components !== componentsOf(image.colourSpace)) return 'componentsDiffer';
  }
  // Only data that is not compressed has a length that follows from its size.
  if (image.filters.length === 0 && image.colourSpace !== null && image.lengthBytes < rawBytes(image))
    return 'dataTooShort';
  return null;
}

const JPX_COMPONENTS: Readonly<Record<'CMYK' | 'sRGB' | 'grey' | 'sYCC', number>> = {
  CMYK: 4,
  sRGB: 3,
  grey: 1,
  sYCC: 3,
};

/** What a JPEG 2000 brings along; its RGB and YCC are sRGB. Null where only its profile would tell. */
function spaceOf({ space }: JpxFacts): ColourSpace | null {
  switch (space) {
    case 'CMYK':
      return DEVICE_CMYK;
    case 'grey':
      return DEVICE_GRAY;
    case 'sRGB':
    case 'sYCC':
      return S_RGB;
    case 'profile':
    case null:
      return null;
  }
}

/**
 * Whether the components are as many as the file's own space or the PDF's has: PDFium leaves such a picture out, Poppler paints
 * noise. One more is taken for opacity that nobody declared, and a single grey for what it is under every name.
 */
function jpxProblem(jpx: JpxFacts, written: ColourSpace | null): ImageFacts['problem'] {
  const { space, components, opacityComponents } = jpx;
  const colours = components - opacityComponents;
  const own = space === null || space === 'profile' ? null : JPX_COMPONENTS[space];
  const asked = written === null || written.components === 0 ? null : written.components;
  const fits = (wanted: number | null) => wanted === null || colours === wanted || colours === wanted + 1;
  const isGreyOnly = colours === 1 && asked === null;
  const isOneTooMany = colours === 4 && own === 3 && (asked === 4 || space === 'sYCC');
  return (fits(own) || isGreyOnly) && fits(asked) && !isOneTooMany ? null : 'componentsDiffer';
}

const componentsOf = (space: ColourSpace): number => space.components;
const rawBytes = (image: Base) =>
  Math.ceil((image.widthPx * (image.colourSpace?.components ?? 1) * image.bitsPerComponent) / 8) * image.heightPx;
