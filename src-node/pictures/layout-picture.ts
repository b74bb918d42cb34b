import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { PrintedMimeType } from '../../src-core/composition/bound-values.ts';
import { PICTURE_FORMATS } from '../../src-core/contract/photos.ts';
import type { PlacedPage } from '../../src-core/layout/document.ts';
import { profileName } from '../../src-core/pdf/inspection/colour-spaces.ts';
import { bytesAndInfoOf, pictureLibrary } from '../render/picture-library.ts';
import { cutToBytes } from '../cut-to-bytes.ts';
import { createSmallFile, syncFolder } from '../small-file.ts';
import { asUpright, convertPicture } from './convert-picture.ts';
import { decodeBmp } from './decode-bmp.ts';
import { decodeHeic } from './decode-heic.ts';
import { inspectPicture, type PictureHeader } from './inspect-picture.ts';
import { withSegments } from './jpeg-segments.ts';
import type { PictureDecoding } from './picture-decoding.ts';
import { pictureFormatOf } from './picture-format.ts';
import { PICTURE_LIMITS } from './picture-limits.ts';
import { PictureRefused } from './picture-refused.ts';
import { headOf } from './take-picture.ts';
import { takenAt } from './taken-at.ts';

/** A picture as a layout links it: the file that was given, or the one that was made of it because no PDF can hold its format. */
export interface LayoutPictureFile {
  /** SHA-256 of the bytes that are printed. */
  readonly key: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly mimeType: PrintedMimeType;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly takenAtMs: number | null;
  readonly profile: string | null;
  /** Of a page of a PDF alone. */
  readonly page?: PlacedPage;
}

const ENDINGS: Readonly<Record<PrintedMimeType, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/** Of the name under which a project keeps such bytes, without the point. */
export const endingOf = (mimeType: PrintedMimeType): string => ENDINGS[mimeType];

const CONVERTED_QUALITY = 95;
/** A file name may have 255 bytes; a part of a hash and the ending come behind it. */
const MOST_STEM_BYTES = 230;

/**
 * Looks at a picture file and decodes none that a PDF can hold as it is. JPEG and PNG stay where they are; TIFF, HEIC, WebP, BMP
 * and GIF are converted once into `folder`, upright, with their profile. Throws PictureRefused. To be called where untrusted bytes
 * may be opened.
 */
export async function lookAtPicture(path: string, folder: string): Promise<LayoutPictureFile> {
  const { size } = await stat(path);
  if (size === 0) throw new PictureRefused({ reason: 'empty' });
  const format = formatOf(await headOf(path));
  if (format === null) throw new PictureRefused({ reason: 'unsupportedFormat' });
  const header = await inspectPicture(path, format);
  const { widthPx, heightPx, exif, icc } = header;
  const facts = {
    ...{ widthPx, heightPx },
    takenAtMs: exif === null ? null : takenAt(exif),
    profile: nameOfProfile(icc),
  };
  if (format === 'jpeg' || format === 'png') {
    const key = await sha256Of(path);
    return { key, path, sizeBytes: size, mimeType: PICTURE_FORMATS[format].storedAs, ...facts };
  }
  const made = await converted(path, format, header).catch((error: unknown) => {
    throw new PictureRefused({ reason: 'unreadable' }, error);
  });
  const key = createHash('sha256').update(made.bytes).digest('hex');
  const mimeType = format === 'tiff' ? 'image/jpeg' : PICTURE_FORMATS[format].storedAs;
  const target = await keepConverted(folder, path, key, mimeType, made.bytes);
  return {
    key,
    path: target,
    sizeBytes: made.bytes.length,
    mimeType,
    ...facts,
    widthPx: made.widthPx,
    heightPx: made.heightPx,
  };
}

/** Hexadecimal, without the file in memory. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** The service takes no TIFF; a studio's photographers send them. */
function formatOf(head: Uint8Array): ReturnType<typeof pictureFormatOf> | 'tiff' {
  const isTiff = TIFF_HEADS.some((magic) => magic.every((byte, at) => head[at] === byte));
  return isTiff ? 'tiff' : pictureFormatOf(head);
}
const TIFF_HEADS = [
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
];

type Converted = Exclude<ReturnType<typeof formatOf>, 'jpeg' | 'png' | null>;

const converted = (path: string, format: Converted, header: PictureHeader) =>
  format === 'tiff' ? tiffAsJpeg(path, header) : convertPicture(HERE, path, format, header);

/** This runs in a thread already, which ends when a picture takes it along. */
const HERE: PictureDecoding = {
  inTurn: (_pixels, work) => work(),
  apart: async (task) => {
    const file = await readFile(task.path);
    return task.format === 'bmp' ? decodeBmp(file) : decodeHeic(file, task.page);
  },
  close: async () => undefined,
};

/** Inks stay inks; 16 bits become 8, and what is see-through lies on paper. */
async function tiffAsJpeg(path: string, header: PictureHeader) {
  const sharp = await pictureLibrary();
  const open = () => sharp(path, { failOn: 'error', limitInputPixels: PICTURE_LIMITS.maxPixelsHeldWhole });
  const { space } = await open().metadata();
  const picture = open().timeout({ seconds: PICTURE_LIMITS.decodingSeconds }).autoOrient();
  const inSpace =
    space === 'cmyk'
      ? picture.pipelineColourspace('cmyk').toColourspace('cmyk')
      : picture.flatten({ background: '#ffffff' });
  const { bytes, info } = await bytesAndInfoOf(
    inSpace.keepIccProfile().jpeg({ quality: CONVERTED_QUALITY, chromaSubsampling: '4:4:4' }),
  );
  const exif = header.exif === null ? null : asUpright(header.exif);
  return { bytes: withSegments(bytes, { exif, icc: null }), widthPx: info.width, heightPx: info.height };
}

/**
 * Under the name that the operator knows, with a part of its hash where something else has that name. Another thread may look for a
 * name at the same time, so whoever makes the file first has it.
 */
export async function keepConverted(
  folder: string,
  path: string,
  key: string,
  mimeType: PrintedMimeType,
  bytes: Buffer,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stem = cutToBytes(basename(path, extname(path)).normalize('NFC'), MOST_STEM_BYTES);
  for (let number = 1; ; number += 1) {
    const name = [stem, `${stem} ${key.slice(0, 12)}`][number - 1] ?? `${key} ${number}`;
    const target = join(folder, `${name}.${endingOf(mimeType)}`);
    try {
      createSmallFile(target, bytes);
      syncFolder(folder);
      return target;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    // One that a death cut short is another one as well.
    if ((await sha256Of(target).catch(() => null)) === key) return target;
  }
}

function nameOfProfile(icc: Uint8Array | null): string | null {
  if (icc === null) return null;
  const name = profileName(new DataView(icc.buffer, icc.byteOffset, icc.byteLength));
  return name?.trim().slice(0, 200) || 'ICC';
}
