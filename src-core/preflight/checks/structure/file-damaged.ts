import type { DamageCode, DamageNote } from '../../../pdf/damage.ts';
import { tableState } from '../../../pdf/table-state.ts';
import { commonRule, finding, type BareReadCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';

/**
 * How each kind of damage bears on the print. `rebuilt`: a part of the structure was guessed, and other software may
 * guess otherwise or give up. `slip`: wrong, with one sensible way to read it. `elsewhere`: another check tells it.
 */
const BEARING: Readonly<Record<DamageCode, 'rebuilt' | 'slip' | 'elsewhere'>> = {
  junkBeforeHeader: 'elsewhere',
  endMarkerMissing: 'rebuilt',
  startxrefMissing: 'rebuilt',
  startxrefWrong: 'rebuilt',
  xrefDamaged: 'rebuilt',
  previousXrefDamaged: 'rebuilt',
  previousXrefLoop: 'slip',
  xrefFoundBySearch: 'rebuilt',
  xrefRebuilt: 'rebuilt',
  pagesCollected: 'rebuilt',
  objectMisplaced: 'rebuilt',
  objectEndless: 'rebuilt',
  streamLengthWrong: 'rebuilt',
  streamDamaged: 'rebuilt',
  pageTreeLoop: 'rebuilt',
  pageNodeMissing: 'rebuilt',
  pageTypeWrong: 'slip',
  pageForTree: 'slip',
  countWrong: 'elsewhere',
  mediaBoxMissing: 'elsewhere',
  boxMalformed: 'slip',
  rotateInvalid: 'slip',
  userUnitInvalid: 'slip',
};

/** Findings about a damaged structure are one thing to decide. */
export const DAMAGE_CAUSE = 'file.damaged';

/** A file that could only be read by repairing it: accepted, and told with all that was wrong (preflight-rules F-003). */
export const fileDamaged: BareReadCheck = {
  id: 'file.damaged',
  rule: 'F-003',
  run: ({ facts, kind }) => {
    const told = facts.damage.filter(({ code }) => BEARING[code] !== 'elsewhere');
    if (told.length === 0) return [];
    const isRebuilt = facts.recovery !== 'none' || told.some(({ code }) => BEARING[code] === 'rebuilt');
    return [
      finding(kind, {
        ruleId: 'file.damaged',
        severity: isRebuilt ? 'error' : 'warning',
        measured: { value: told.length, unit: 'count' },
        params: { tier: facts.recovery, ...damageParams(told) },
        source: commonRule(3),
        remedies: [{ key: 'findings.remedy.exportAgain' }],
        causeKey: DAMAGE_CAUSE,
        // Bytes before the header go first, with a repair of their own that writes another table too.
        fixes: tableState(facts) === 'broken' && facts.header.offset === 0 ? ['rebuildTable'] : [],
      }),
    ];
  },
};

/** How often each kind of damage was met, 0 for the others: the message has a sentence for each. */
export function damageParams(damage: readonly DamageNote[]): Finding['params'] {
  const counts = new Map(damage.map(({ code, count }) => [code, count]));
  const told = Object.entries(BEARING).filter(([, bearing]) => bearing !== 'elsewhere');
  return Object.fromEntries(told.map(([code]) => [code, counts.get(code as DamageCode) ?? 0]));
}
