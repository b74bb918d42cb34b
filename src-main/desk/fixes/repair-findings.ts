import type { TextRef } from '../../../src-core/text-ref.ts';
import { coverTakenOut } from '../../../src-core/preflight/cover-within.ts';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { groupFindings } from '../../../src-core/preflight/group-findings.ts';
import { judgeBook, pageRuleFindings } from '../../../src-core/preflight/judge-book.ts';
import { judgePdf } from '../../../src-core/preflight/judge-pdf.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../../src-core/preflight/thresholds.ts';
import type { Order } from '../checks/order-key.ts';
import { unpackFacts } from '../files/packed-facts.ts';
import type { Connections } from '../connections/connections.ts';
import type { Failure } from '../preflight/tasks.ts';
import type { WorkerPool } from '../preflight/worker-pool.ts';
import type { BookRow, FileRow } from '../store/schema.ts';

type Findings =
  | { readonly ok: true; readonly findings: readonly Finding[] }
  | { readonly ok: false; readonly reason: Failure };

/** What speaks against a file, before a repair and after it, at the level that takes no pictures: held against the order that the repaired book would have. */
export async function findingsOf(
  pool: WorkerPool,
  specs: ReturnType<Connections['specs']>,
  file: FileRow,
  order: Order,
  book: Pick<BookRow, 'pageCount' | 'coverFileId'>,
): Promise<Findings> {
  if (file.facts === null) return { ok: false, reason: 'readFailed' };
  const facts = unpackFacts(file.facts);
  const thresholds = resolveThresholds({ ...order.thresholds, spec: thresholdsOfSpec(order.spec) });
  const pageCount = book.pageCount ?? order.pageCount;
  const judged = { ...order, catalogue: specs, thresholds };
  const isAlone = order.kind === 'contents' && book.coverFileId === null;
  const within = isAlone ? coverTakenOut(null, facts, order) : null;
  // Of a file that holds the cover too, what is said of the book.
  const levelOne =
    within !== null
      ? judgeBook({ ...judged, cover: null, contents: facts }).findings
      : judgePdf({ ...judged, facts, pageCount }).findings;
  const deeper = await pool.run<'deeper'>({ task: 'deeper', request: { ...order, path: file.path, level: 2 } });
  if (!deeper.ok) return deeper;
  // What lies on the cover goes with it, and is not solved by that.
  const isOfContents = ({ pages }: Finding) =>
    within === null || pages?.every((page) => within.coverPages.includes(page)) !== true;
  const ofBook = order.kind === 'contents' && within === null ? pageRuleFindings(order.spec, pageCount) : [];
  return { ok: true, findings: [...ofBook, ...levelOne, ...deeper.answer.findings.filter(isOfContents)] };
}

/** Titles of the groups of `all` that `rest` does not have, and of what a group of both has in `all` alone. */
export function missingIn(rest: readonly Finding[], all: readonly Finding[]): TextRef[] {
  const groups = new Set(groupFindings(rest).map(({ groupKey }) => groupKey));
  const rules = new Set(rest.map(({ kind, ruleId }) => `${kind} ${ruleId}`));
  const titleOf = ({ ruleId, params }: Finding): TextRef => ({ key: `findings.${ruleId}.title`, params });
  return groupFindings(all).flatMap(({ groupKey, findings }) => {
    if (!groups.has(groupKey)) return findings.slice(0, 1).map(titleOf);
    // Of what is still there, the part that is not.
    const parts = new Map(findings.toReversed().map((finding) => [finding.ruleId, finding]));
    return [...parts.values()].filter(({ kind, ruleId }) => !rules.has(`${kind} ${ruleId}`)).map(titleOf);
  });
}
