import { constants } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

const COPY_BUFFER_BYTES = 1024 * 1024;

/** Where a file stands until it is proved. It ends in .pdf because some programs go by that. */
export const unprovedPath = (outputPath: string): string => `${outputPath}.unproved.pdf`;

/** A copy of a file with bytes behind it, safely on the disk. The copy is the file system's own where it can. */
export async function writeAppended(inputPath: string, toPath: string, appended: Uint8Array): Promise<void> {
  await copyFile(inputPath, toPath, constants.COPYFILE_FICLONE);
  // A copy of what may only be read, as from a disc, may only be read.
  await chmod(toPath, 0o600);
  const file = await open(toPath, 'a');
  try {
    await file.writeFile(appended);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A copy of a file without its first bytes, and with bytes behind it. */
export async function writeWithoutStart(
  inputPath: string,
  toPath: string,
  startBytes: number,
  appended: Uint8Array,
): Promise<void> {
  const from = await open(inputPath, 'r');
  try {
    const to = await open(toPath, 'w');
    try {
      const buffer = new Uint8Array(COPY_BUFFER_BYTES);
      for (let at = startBytes; ; ) {
        const { bytesRead } = await from.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) break;
        await to.writeFile(buffer.subarray(0, bytesRead));
        at += bytesRead;
      }
      await to.writeFile(appended);
      await to.sync();
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

/** A file of these bytes. */
export async function writeAnew(toPath: string, pieces: readonly Uint8Array[]): Promise<void> {
  const to = await open(toPath, 'w');
  try {
    for (const piece of pieces) await to.writeFile(piece);
    await to.sync();
  } finally {
    await to.close();
  }
}

/** Gives a proved file its name. What stood there before is replaced as a whole or not at all. */
export async function publish(provedPath: string, outputPath: string): Promise<void> {
  await rename(provedPath, outputPath);
  // The name itself has to reach the disk too; Windows does that without being asked and opens no folders.
  if (process.platform === 'win32') return;
  const folder = await open(dirname(outputPath), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

export const discard = (path: string): Promise<void> => rm(path, { force: true });
