import type { PdfKind } from '../contract/books.ts';
import type { TextRef } from '../text-ref.ts';
import type { SaidInName } from './name-parts.ts';
import type { NameReader } from './name-reader.ts';
import type { Candidate, NamedFile, PagesOf, PairedBook, ReadName } from './paired-book.ts';
import { shown } from './shown-name.ts';

/** A file that found no partner. */
export function loneFile(file: Candidate, pagesOf: PagesOf): PairedBook {
  const role = halfRole(file, pagesOf);
  return half(file, role, 'alone', {
    key: 'library.pairing.alone',
    params: { name: file.name.normalize('NFC'), missing: otherRole(role) },
  });
}

/** A file that is known to be that half, and has no partner. */
export const aloneAs = (
  role: PdfKind,
  fileId: string,
  file: Pick<NamedFile, 'name' | 'folder'>,
  names: NameReader,
): PairedBook => ({
  title: halfTitle(file, names),
  coverFileId: role === 'cover' ? fileId : null,
  contentsFileId: role === 'contents' ? fileId : null,
  rule: 'alone',
  guessed: false,
  reason: { key: 'library.pairing.alone', params: { name: file.name.normalize('NFC'), missing: otherRole(role) } },
});

/** Why a file that came by itself is a book of its own: its other half may come yet. */
export const AWAITED = 'library.pairing.awaited';

/** What comes by itself may come in any order: a half is not alone, it waits. */
export const awaited = (book: PairedBook): PairedBook =>
  book.rule === 'alone' ? { ...book, reason: { ...book.reason, key: AWAITED } } : book;

/** Covers and contents of one comparable name of which at least one role is there twice: which belongs to which is not for a machine to say. */
export function collidingFiles(covers: readonly Candidate[], contents: readonly Candidate[]): PairedBook[] {
  const all = [
    ['cover', covers, contents],
    ['contents', contents, covers],
  ] as const;
  return all.flatMap(([role, files, partners]) =>
    files.map((file) =>
      half(file, role, 'conflict', files.length > 1 ? sameName(file, files) : manyPartners(role, partners)),
    ),
  );
}

/** Cover and contents of one comparable name that tell different specs or copies: they may be halves of two books. */
export function contradictingFiles(cover: Candidate, contents: Candidate, what: keyof SaidInName): PairedBook[] {
  const reason = (own: Candidate, other: Candidate): TextRef => ({
    key: 'library.conflict.said',
    params: { what, own: own.said?.[what] ?? '', theirs: other.said?.[what] ?? '', other: shown(other) },
  });
  return [
    half(cover, 'cover', 'conflict', reason(cover, contents)),
    half(contents, 'contents', 'conflict', reason(contents, cover)),
  ];
}

/** One of some files of one comparable name that say nothing of their role. */
export const collidingFile = (file: Candidate, files: readonly Candidate[], pagesOf: PagesOf): PairedBook =>
  half(file, halfRole(file, pagesOf), 'conflict', sameName(file, files));

/** What a file is taken for that says nothing of itself: a single page is a cover. */
const halfRole = ({ role, fileId }: Candidate, pagesOf: PagesOf): PdfKind =>
  role ?? (pagesOf(fileId) === 1 ? 'cover' : 'contents');

/** What a book is called that one file makes by itself. */
export const halfTitleOf = ({ stem, name, folder }: Pick<ReadName, 'stem' | 'name' | 'folder'>): string =>
  stem !== '' ? stem : (folder.at(-1) ?? name).normalize('NFC');

/** The same, of a file whose name is still to be read. */
export const halfTitle = (file: Pick<NamedFile, 'name' | 'folder'>, names: NameReader): string =>
  halfTitleOf({ ...file, stem: names.partsOf(file.name).stem });

export const otherRole = (role: PdfKind): PdfKind => (role === 'cover' ? 'contents' : 'cover');

function half(file: Candidate, role: PdfKind, rule: PairedBook['rule'], reason: TextRef): PairedBook {
  const isCover = role === 'cover';
  return {
    title: halfTitleOf(file),
    coverFileId: isCover ? file.fileId : null,
    contentsFileId: isCover ? null : file.fileId,
    rule,
    guessed: file.role === null,
    reason,
  };
}

/** Two names that look the same have to be told apart in words. */
function sameName(file: Candidate, files: readonly Candidate[]): TextRef {
  const others = files.filter((one) => one !== file);
  const [other = file] = others;
  return {
    key: 'library.conflict.sameName',
    params: {
      role: file.role ?? 'file',
      other: other.name.normalize('NFC'),
      more: others.length - 1,
      how: differenceOf(file.name, other.name),
    },
  };
}

function differenceOf(name: string, other: string): 'composition' | 'case' | 'folder' | 'name' {
  if (name === other) return 'folder';
  if (name.normalize('NFC') === other.normalize('NFC')) return 'composition';
  return name.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase() ? 'case' : 'name';
}

function manyPartners(role: PdfKind, partners: readonly Candidate[]): TextRef {
  return {
    key: 'library.conflict.manyPartners',
    params: {
      missing: otherRole(role),
      count: partners.length,
      names: partners
        .slice(0, 2)
        .map(({ name }) => name.normalize('NFC'))
        .join(', '),
    },
  };
}
