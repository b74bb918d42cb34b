import { CONTRACTS, type ContractName } from '../src-core/contract/profiles.ts';
import type { PdfKind } from '../src-core/contract/books.ts';
import { type CheckLevel, bookVerdict, printVerdict } from '../src-core/preflight/verdicts.ts';
import type { CheckedSpec } from '../src-core/preflight/check.ts';
import type { Finding } from '../src-core/preflight/finding.ts';
import { judgeBook, pageRuleFindings } from '../src-core/preflight/judge-book.ts';
import { judgePdf } from '../src-core/preflight/judge-pdf.ts';
import { reportedGroups, type BookReport } from '../src-core/preflight/report.ts';
import { resolveThresholds, thresholdsOfSpec, type ThresholdLayers } from '../src-core/preflight/thresholds.ts';
import { preflightFile } from '../src-node/preflight-file.ts';
import type { FoundBook } from './find-books.ts';

export interface CheckOrder {
  readonly spec: CheckedSpec;
  /** Every spec there is: a file made for another one is recognised. */
  readonly catalogue: readonly CheckedSpec[];
  /** Null: what the contents make. */
  readonly pages: number | null;
  readonly contract: ContractName;
  readonly level: CheckLevel;
  readonly thresholds: Omit<ThresholdLayers, 'spec'>;
}

const KINDS: readonly PdfKind[] = ['cover', 'contents'];

export interface CheckedBook {
  readonly report: BookReport;
  /** Files that had gone, or could not be read any more, when it was their turn: of them no more is known than level 1. */
  readonly unread: readonly string[];
}

/** Checks one book, or one file of it, as deep as was asked. Only files that are there are spoken of. */
export async function checkBook(book: FoundBook, order: CheckOrder): Promise<CheckedBook> {
  const { spec, catalogue } = order;
  const contract = CONTRACTS[order.contract];
  const thresholds = resolveThresholds({ ...order.thresholds, spec: thresholdsOfSpec(spec) });
  const files = { cover: book.cover?.facts ?? null, contents: book.contents?.facts ?? null };
  const judged = judgeBook({ ...files, spec, contract, thresholds, catalogue });
  const pageCount = order.pages ?? judged.pageCount ?? spec.pageDefault;
  const levelOne: Finding[] =
    order.pages === null
      ? judged.findings.filter(({ ruleId }) => !ruleId.endsWith('Missing'))
      : KINDS.flatMap((kind) => {
          const facts = files[kind];
          return facts === null
            ? []
            : [...judgePdf({ facts, kind, spec, pageCount, contract, thresholds, catalogue }).findings];
        }).concat(pageRuleFindings(spec, pageCount));
  let level: CheckLevel = order.level;
  const deeper: Finding[] = [];
  const unread: string[] = [];
  for (const kind of KINDS) {
    const file = book[kind];
    if (order.level === 1 || file === null) continue;
    if (file.facts.status !== 'read') {
      level = 1;
      continue;
    }
    const answer = await preflightFile({
      path: file.path,
      kind,
      spec,
      pageCount,
      contract,
      thresholds: order.thresholds,
      level: order.level,
    }).catch(nullOfSystem);
    if (answer === null) {
      level = 1;
      unread.push(file.path);
      continue;
    }
    level = Math.min(level, answer.level) as CheckLevel;
    deeper.push(...answer.findings);
  }
  const report: BookReport = {
    title: book.title.normalize('NFC'),
    bookSpecUid: spec.bookSpecUid,
    pageCount,
    contract: order.contract,
    accepted: bookVerdict(levelOne, deeper),
    print: printVerdict([...levelOne, ...deeper], level),
    checkedLevel: level,
    files: KINDS.flatMap((kind) => {
      const file = book[kind];
      if (file === null) return [];
      return [
        {
          kind,
          name: file.name.normalize('NFC'),
          sizeBytes: file.sizeBytes,
          sha256: null,
          pdfPages: file.facts.status === 'read' ? file.facts.pageCount : null,
        },
      ];
    }),
    groups: reportedGroups([...levelOne, ...deeper]),
  };
  return { report, unread };
}

/** What the system refuses is nobody's fault here, and no end of the run. */
function nullOfSystem(error: unknown): null {
  if (error instanceof Error && 'syscall' in error) return null;
  throw error;
}
