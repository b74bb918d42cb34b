import type { Stats } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** iCloud Drive of before macOS 14 leaves `.NAME.pdf.icloud` in the place of a file that it keeps elsewhere. */
const STUB = /^\.(.+)\.icloud$/;

/** The file that a stub stands for; null for what is no stub. */
export const nameBehindStub = (name: string): string | null => STUB.exec(name)?.[1] ?? null;

/** Where the stub of a file would lie. */
export const stubOf = (path: string): string => join(dirname(path), `.${basename(path)}.icloud`);

/** What is smaller may lie in the file system's own records, which are no blocks of a file. */
const LEAST_BYTES = 4_096;

/**
 * Where clouds keep files, by the names that they give their folders. Elsewhere nothing follows from blocks: servers of network drives and
 * file systems of drivers say of sound files that they take none.
 */
const CLOUD_FOLDERS: Readonly<Partial<Record<NodeJS.Platform, RegExp>>> = {
  darwin: /\/Library\/(?:Mobile Documents|CloudStorage)\/|^\/Users\/[^/]+\/(?:Desktop|Documents)\//u,
  win32: /[\\/](?:OneDrive(?: - [^\\/]+)?|iCloud ?Drive|Dropbox(?: \([^\\/]+\))?|Google Drive|MYBOX)[\\/]/iu,
};

/**
 * Whether a cloud keeps the bytes of a file that is listed here: whoever read it would wait until they are downloaded. Node sees
 * neither the flag of macOS (`SF_DATALESS`) nor the attributes of Windows (`RECALL_ON_DATA_ACCESS`); of both follows that no block
 * of the disk is taken. A file of nothing but holes looks the same, and is no PDF. Linux has files with holes, and no such clouds.
 */
export const isKeptElsewhere = (
  { size, blocks }: Pick<Stats, 'size' | 'blocks'>,
  path: string,
  platform: NodeJS.Platform = process.platform,
): boolean => size >= LEAST_BYTES && blocks === 0 && CLOUD_FOLDERS[platform]?.test(path) === true;
