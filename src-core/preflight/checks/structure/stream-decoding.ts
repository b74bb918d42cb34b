import { finding, standardSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { DAMAGE_CAUSE } from './file-damaged.ts';
import { notesOf } from './syntax-bearing.ts';

const SOURCE = standardSource('ISO 32000-1, 7.4');
/** Content that does not decode, which is an error and was not looked at either. */
export const UNDECODED_CAUSE = 'structure.contentUndecoded';
const EXPORT_AGAIN = [{ key: 'findings.remedy.exportAgain' }];

/** Content of a page that does not decode to its end prints blank or garbled. Pictures are told with their damage (I-011). */
export const streamDecoding: InspectedFileCheck = {
  id: 'structure.streams',
  rule: 'F-009',
  run: (file) => [...contentFindings(file), ...lengthFindings(file)],
};

function contentFindings({ inspection: { pages }, facts, kind }: InspectedFileCase): Finding[] {
  // Nothing is known of what a password locks (F-005), and nothing damaged.
  if (facts.encrypted !== null && facts.encrypted.opensWithoutPassword !== true) return [];
  const off = pages.filter((page) => notesOf(page, 'undecoded').length > 0);
  if (off.length === 0) return [];
  return [
    finding(kind, {
      ruleId: 'structure.contentUndecoded',
      severity: 'error',
      pages: off.map(({ index }) => index + 1),
      params: { pages: off.length },
      source: SOURCE,
      remedies: EXPORT_AGAIN,
    }),
  ];
}

/** Lengths that lie, of the streams that pages are written in; those of the structure are told with its damage. */
function lengthFindings({ inspection: { pages }, kind }: InspectedFileCase): Finding[] {
  const off = pages.filter((page) => notesOf(page, 'length').length > 0);
  if (off.length === 0) return [];
  return [
    finding(kind, {
      ruleId: 'structure.streamLength',
      severity: 'error',
      pages: off.map(({ index }) => index + 1),
      params: { pages: off.length },
      source: standardSource('ISO 32000-1, 7.3.8.2'),
      remedies: EXPORT_AGAIN,
      causeKey: DAMAGE_CAUSE,
    }),
  ];
}
