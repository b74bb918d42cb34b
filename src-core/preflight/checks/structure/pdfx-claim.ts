import type { PdfInspection } from '../../../pdf/inspection/inspection.ts';
import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** What speaks against a claim, in the order in which people should hear it. */
type Breach = 'encrypted' | 'outputIntentMissing' | 'fontNotEmbedded' | 'actions' | 'boxMissing' | 'transparency';

/** A file that claims to be PDF/X (ISO 15930). Print houses believe the claim; a false one hides what it denies. */
export const pdfxClaim: InspectedFileCheck = {
  id: 'structure.pdfx',
  rule: 'F-018',
  run: ({ inspection, kind }) => {
    const claim = inspection.document.pdfxClaim;
    if (claim === null || !claim.startsWith('PDF/X')) return [];
    const [breach, ...others] = breachesOf(inspection, claim);
    const source = standardSource('ISO 15930');
    if (breach === undefined)
      return [finding(kind, { ruleId: 'structure.pdfx', severity: 'info', params: { claim }, source })];
    return [
      finding(kind, {
        ruleId: 'structure.pdfxFalse',
        severity: 'warning',
        params: { claim, breach, others: others.length },
        source,
        remedies: [{ key: 'findings.remedy.exportAgain' }],
        // Missing output intents have a rule of their own (C-007): alone they are one thing to decide.
        ...(breach === 'outputIntentMissing' && others.length === 0 ? { causeKey: 'colour.outputIntentMissing' } : {}),
      }),
    ];
  },
};

function breachesOf({ facts, document, pages, fonts }: PdfInspection, claim: string): Breach[] {
  const held: [Breach, boolean][] = [
    ['encrypted', facts.encrypted === null],
    ['outputIntentMissing', document.outputIntents.some(({ subtype }) => subtype === 'GTS_PDFX')],
    ['fontNotEmbedded', fonts.every(({ program, kind }) => program !== 'none' || kind === 'Type3')],
    ['actions', document.actions.length === 0],
    ['boxMissing', facts.pages.every(({ trimBox, artBox }) => trimBox !== null || artBox !== null)],
    [
      'transparency',
      !forbidsTransparency(claim) || pages.every(({ objects }) => objects.every(({ state }) => isOpaque(state))),
    ],
  ];
  return held.flatMap(([breach, holds]) => (holds ? [] : [breach]));
}

/** PDF/X-1, X-1a, X-2 and X-3 are of the time before transparency. */
const forbidsTransparency = (claim: string): boolean => /^PDF\/X-[123]/.test(claim);

type State = PdfInspection['pages'][number]['objects'][number]['state'];
const isOpaque = ({ fillAlpha, strokeAlpha, blendMode, hasSoftMask }: State): boolean =>
  fillAlpha === 1 && strokeAlpha === 1 && blendMode === 'Normal' && !hasSoftMask;
