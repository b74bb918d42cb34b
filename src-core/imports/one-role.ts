import type { PdfKind } from '../contract/books.ts';
import { loneFile } from './left-over-files.ts';
import type { Candidate, OpenPairing, PagesOf, PairedBook } from './paired-book.ts';
import { pairedBy, saidOf } from './own-reading.ts';
import { groupBy } from './same-name.ts';
import { shown } from './shown-name.ts';

/** Where one of two files of a name tells its role, the other is taken for the other half; `rest` are the others. */
export function pairByOneRole(files: readonly Candidate[]): {
  readonly open: readonly OpenPairing[];
  readonly rest: readonly Candidate[];
} {
  const pairs = [...groupBy(files, ({ bookKey }) => bookKey).values()].flatMap((group) => oneRoleOf(group) ?? []);
  const paired = new Set(pairs.flatMap(({ told, silent }) => [told, silent]));
  return {
    open: pairs.map((pair) => ({
      fileIds: [pair.told.fileId, pair.silent.fileId],
      decide: (pagesOf) => decideOneRole(pair, pagesOf),
    })),
    rest: files.filter((file) => !paired.has(file)),
  };
}

interface OneRole {
  readonly told: Candidate;
  readonly role: PdfKind;
  readonly silent: Candidate;
}

function oneRoleOf(group: readonly Candidate[]): OneRole | null {
  const [told, ...moreTold] = group.filter(({ role }) => role !== null);
  const [silent, ...moreSilent] = group.filter(({ role }) => role === null);
  if (told === undefined || silent === undefined || moreTold.length + moreSilent.length > 0) return null;
  return told.role === null || told.bookKey === '' ? null : { told, role: told.role, silent };
}

/** Page counts may speak against it: a cover beside a cover's one page, contents beside more than that. */
function decideOneRole({ told, role, silent }: OneRole, pagesOf: PagesOf): PairedBook[] {
  const pages = pagesOf(silent.fileId);
  const isCover = role === 'cover';
  if (pages !== null && isCover === (pages === 1)) return [told, silent].map((file) => loneFile(file, pagesOf));
  const title = told.bookName;
  const [cover, contents] = isCover ? [told, silent] : [silent, told];
  return [
    {
      title,
      coverFileId: cover.fileId,
      contentsFileId: contents.fileId,
      rule: 'suffix',
      guessed: true,
      reason: pairedBy([cover, contents], 'oneRole', title) ?? {
        key: 'library.pairing.oneRole',
        params: { stem: title, role, named: shown(told), other: shown(silent) },
      },
      ...saidOf([cover, contents]),
    },
  ];
}
