import type { PdfKind } from '../../../src-core/contract/books.ts';
import { finding } from '../../../src-core/preflight/check.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { groupFindings } from '../../../src-core/preflight/group-findings.ts';
import type { BookJudgement, FileNames } from '../../../src-core/preflight/judge-book.ts';
import { bookVerdict } from '../../../src-core/preflight/verdicts.ts';
import { AWAITED } from '../../../src-core/imports/left-over-files.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { isAway } from '../store/presence.ts';
import type { BookRow, FileRow } from '../store/schema.ts';
import type { BookFileRows } from './sign-offs.ts';

const KINDS: readonly PdfKind[] = ['cover', 'contents'];

export const namesOf = (rows: BookFileRows): FileNames =>
  Object.fromEntries(KINDS.flatMap((kind) => (rows[kind] === null ? [] : [[kind, shownName(rows[kind])]])));

/** Says of each file that cannot be read which it is: the drive may be away, somebody moved it, or a cloud keeps its bytes. */
export const awayFindings = (rows: BookFileRows): Finding[] =>
  KINDS.flatMap((kind) => {
    const file = rows[kind];
    return file === null || !isAway(file.presence)
      ? []
      : [
          finding(kind, {
            ruleId: file.presence === 'elsewhere' ? 'file.elsewhere' : 'file.away',
            severity: 'notChecked',
            params: { name: shownName(file), role: kind },
            source: { key: 'findings.source.self' },
            remedies: [{ key: `findings.remedy.${file.presence === 'elsewhere' ? 'download' : 'addFile'}` }],
          }),
        ];
  });

/** A file that is known and away is not one that never came. */
export function withoutAway(judged: BookJudgement, away: readonly Finding[]): BookJudgement {
  if (away.length === 0) return judged;
  const isOfAway = (found: Finding) =>
    found.ruleId.endsWith('Missing') && away.some(({ kind }) => found.kind !== null && kind === found.kind);
  const findings = [...away, ...judged.findings.filter((found) => !isOfAway(found))];
  return { ...judged, findings, verdict: bookVerdict(findings) };
}

/**
 * The one line of a book: the worst that nobody took on yet. A file that is away, or no sound PDF, comes before what follows
 * from that, and a name that collides before the partner that is missing for it. What is merely worth knowing is no headline.
 */
export function headlineOf(
  book: Pick<BookRow, 'pairing' | 'coverFileId' | 'contentsFileId'>,
  openFindings: readonly Finding[],
): TextRef | null {
  const sorted = groupFindings(openFindings).map(({ findings }) => findings[0] as Finding);
  const ofFile = sorted.find(isAboutFile);
  if (ofFile !== undefined) return lineOf(ofFile);
  if (collides(book) || awaits(book)) return book.pairing;
  const [worst] = sorted;
  return worst === undefined || worst.severity === 'info' ? null : lineOf(worst);
}

/** One of several files of one name, which nobody has said yet where it belongs. */
export const collides = ({
  pairing,
  coverFileId,
  contentsFileId,
}: Pick<BookRow, 'pairing' | 'coverFileId' | 'contentsFileId'>): boolean =>
  pairing.key.startsWith('library.conflict.') && (coverFileId === null || contentsFileId === null);

/** A half from a hot folder, whose other half may come yet. */
const awaits = ({
  pairing,
  coverFileId,
  contentsFileId,
}: Pick<BookRow, 'pairing' | 'coverFileId' | 'contentsFileId'>): boolean =>
  pairing.key === AWAITED && (coverFileId === null || contentsFileId === null);

const isAboutFile = ({ ruleId, severity }: Finding): boolean =>
  ruleId.startsWith('file.') && (severity === 'block' || severity === 'notChecked' || severity === 'error');

/** They name the file that they are about. */
const NAMED: ReadonlySet<string> = new Set(['file.away', 'file.elsewhere']);

/** `where`: the file that a line is about which does not name it. */
const lineOf = (found: Finding): TextRef => ({
  key: `findings.${found.ruleId}.title`,
  params:
    isAboutFile(found) && !NAMED.has(found.ruleId) && found.kind !== null
      ? { ...found.params, where: found.kind }
      : found.params,
});

const shownName = (file: Pick<FileRow, 'name'>): string => file.name.normalize('NFC');
