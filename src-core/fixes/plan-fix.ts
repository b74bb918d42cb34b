import type { TextRef } from '../text-ref.ts';
import type { OpenedPdf } from '../pdf/opened-pdf.ts';
import { correctTable } from '../pdf/recovery.ts';
import { lastSectionOf } from '../pdf/writing/last-section.ts';
import { PdfUpdate } from '../pdf/writing/pdf-update.ts';
import type { FixName } from '../preflight/finding.ts';
import { bleedByMirror, bleedByStretch } from './bleed-fixes.ts';
import { cropToVisible, resetCropBox, setTrimAndBleed } from './box-fixes.ts';
import { whyNotFix, whyNotFixDocument } from './can-fix.ts';
import { flattenFields } from './field-fixes.ts';
import { takeCoverOut } from './cover-fixes.ts';
import type { FixPlan, FixTarget } from './fix.ts';
import { stopWhiteOverprint, thickenLines } from './mark-fixes.ts';
import { addBlankPages, dropTrailingBlanks } from './page-count-fixes.ts';
import { editablePages, type FixMaker, type FixWork, type PageLooks } from './page-editor.ts';
import { removeActions, removeAnnotations, removeEmbeddedFiles } from './removal-fixes.ts';
import { bleedByScale, scaleToFit } from './scale-fixes.ts';
import { joinSpreads, splitSpreads } from './spread-fixes.ts';
import { bakeRotation, bakeUserUnit, moveOrigin, turnPages, turnUpright } from './turn-fixes.ts';

/** Repairs that change objects; those of the file as such are planned by themselves. */
export type AppendedFix = Exclude<FixName, 'dropLeadingBytes' | 'rebuildTable'>;

const MAKERS: Readonly<Record<AppendedFix, FixMaker>> = {
  takeCoverOut,
  setTrimAndBleed,
  resetCropBox,
  cropToVisible,
  turnPages,
  bakeRotation,
  turnUpright,
  bakeUserUnit,
  moveOrigin,
  addBlankPages,
  dropTrailingBlanks,
  splitSpreads,
  joinSpreads,
  scaleToFit,
  bleedByMirror,
  bleedByStretch,
  bleedByScale,
  flattenFields,
  removeAnnotations,
  removeActions,
  removeEmbeddedFiles,
  stopWhiteOverprint,
  thickenLines,
};

type PlannedFix =
  | { readonly ok: true; readonly plan: FixPlan; readonly update: PdfUpdate }
  | { readonly ok: false; readonly problem: TextRef };

/** Plans a repair of an opened file: what the pages will be, and the update that makes them so. Writes nothing. */
export function planFix(
  fix: AppendedFix,
  opened: OpenedPdf,
  target: FixTarget,
  looks: PageLooks,
  deflate: FixWork['deflate'],
): PlannedFix {
  const against = whyNotFix(fix, opened.facts, null) ?? whyNotFixDocument(opened.document);
  if (against !== null) return { ok: false, problem: against };
  const pages = editablePages(opened);
  if ('key' in pages) return { ok: false, problem: pages };
  opened.document.budget.startLook();
  // What is looked at before and after would be a page without what lies elsewhere.
  if (correctTable(opened.document).corrected > 0)
    return { ok: false, problem: { key: 'fixes.problem.rebuildTableFirst' } };
  const last = lastSectionOf(opened.document);
  if (last === undefined) return { ok: false, problem: { key: 'fixes.problem.damaged' } };
  const update = new PdfUpdate(opened.document, last);
  const result = MAKERS[fix]({ opened, pages, update, target, looks, deflate });
  return result.ok ? { ...result, update } : result;
}
