import { basename } from 'node:path';
import { filesOfJob, PACKAGE_ENDING } from '../src-core/desk/job-package.ts';
import { PackageError } from '../src-node/job-package/package-error.ts';
import { openPackage } from '../src-node/job-package/read-package.ts';
import type { Messages } from '../src-node/report/messages.ts';
import type { ShownBook } from './shown-book.ts';

export const isPackage = (path: string): boolean => path.toLowerCase().endsWith(`.${PACKAGE_ENDING}`);

const CODES = { foreign: 'PACKAGE_FOREIGN', newer: 'PACKAGE_NEWER' } as const;

/**
 * The books of a job package, after every file in it was held against its hash. A text where it is none, or not whole: what the
 * app would say.
 */
export async function packedBooks(path: string, { ref }: Messages): Promise<readonly ShownBook[] | string> {
  const name = basename(path).normalize('NFC');
  try {
    const pack = await openPackage(path);
    try {
      for (const file of filesOfJob(pack.job.books)) await pack.verify(file);
    } finally {
      pack.close();
    }
    const reason = ref({ key: 'desk.pairing.package', params: { name } });
    return pack.job.books.map(({ title, quantity, specUid, cover, contents }) => ({
      title: title.normalize('NFC'),
      copies: quantity,
      cover: cover.name.normalize('NFC'),
      contents: contents.name.normalize('NFC'),
      rule: 'package',
      guessed: false,
      reason,
      bookSpecUid: specUid,
      // It is read once the book is made; a package says none.
      pageCount: null,
    }));
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    const code = error.kind === 'foreign' || error.kind === 'newer' ? CODES[error.kind] : 'PACKAGE_DAMAGED';
    return ref({ key: `errors.${code}`, params: { name } });
  }
}
