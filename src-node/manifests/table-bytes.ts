import { open } from 'node:fs/promises';
import { LARGEST } from './limits.ts';

/** What a file of a table holds; null: it is larger than any. Throws when the file cannot be opened. */
export async function tableBytes(path: string): Promise<Uint8Array | null> {
  const file = await open(path, 'r');
  try {
    // A file of any size may have been given the ending of a list.
    return (await file.stat()).size > LARGEST.fileBytes ? null : await file.readFile();
  } finally {
    await file.close();
  }
}
