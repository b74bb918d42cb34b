import type { NamedFile } from './paired-book.ts';

/** A file's name for people. */
export const shown = ({ name }: Pick<NamedFile, 'name'>): string => name.normalize('NFC');
