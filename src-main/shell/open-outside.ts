import { basename, extname } from 'node:path';
import { AppError } from '../../src-core/desk/app-errors.ts';

/** Opens an address in the system's browser: one that the studio made itself, over TLS. Throws TRACKING_PAGE_NOT_OPENED. */
export async function openInBrowser(open: (address: string) => Promise<void>, address: string): Promise<void> {
  const failure = (cause?: unknown) => new AppError('TRACKING_PAGE_NOT_OPENED', { params: { address }, cause });
  // The system gives any other scheme to whatever program asks for it.
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:') throw failure();
  await open(address).catch((error: unknown) => {
    throw failure(error);
  });
}

/** Opens a PDF in the system's program for PDFs, by the function that answers what went wrong. Throws FILE_NOT_OPENED. */
export async function openPdf(open: (path: string) => Promise<string>, path: string): Promise<void> {
  const failure = (reason: string) =>
    new AppError('FILE_NOT_OPENED', { params: { name: basename(path).normalize('NFC'), reason } });
  // The system would run a program by its name's ending: a library that was made elsewhere may name anything.
  if (extname(path).toLowerCase() !== '.pdf') throw failure(extname(path));
  const wrong = await open(path);
  if (wrong !== '') throw failure(wrong);
}
