import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import type { TextObject } from '../../../pdf/inspection/page-objects.ts';
import type { InspectedFileCase, InspectedFileCheck } from '../../check.ts';
import type { Finding, Severity } from '../../finding.ts';
import { hitsFinding, leastFirst, type Hit } from '../../marks/hits.ts';
import { isWhite } from '../../marks/paint-colour.ts';
import { visibleMarks, type VisibleMark } from '../../marks/visible-marks.ts';
import { thresholdSource } from '../../threshold-source.ts';
import type { ThresholdName } from '../../thresholds.ts';
import { roundedPt } from './rounded-pt.ts';
import { isText } from './painted-text.ts';

interface SmallText extends Hit<TextObject> {
  /** In points. */
  readonly measured: number;
  readonly isWhiteOnColour: boolean;
}

/**
 * Text by its size on paper, each told once at the worst step that it misses (T-006). White letters on colour have a
 * limit of their own: the ink around them closes them.
 */
export const smallText: InspectedFileCheck = {
  id: 'text.small',
  rule: 'T-006',
  run: (file) => {
    const tolerance = file.thresholds.of('textPtTolerance').value;
    const [warning, white, info] = (['textPtWarning', 'whiteTextPt', 'textPtInfo'] as const).map(
      (name) => file.thresholds.of(name).value - tolerance,
    ) as [number, number, number];
    const most = Math.max(warning, white, info);
    const sizes = file.inspection.pages.flatMap((page) => smallerThan(most, page)).sort(leastFirst);
    const closes = ({ measured, isWhiteOnColour }: SmallText) => isWhiteOnColour && measured < white;
    return [
      ...told(
        file,
        sizes.filter((text) => !closes(text) && text.measured < warning),
        'text.small',
        'warning',
        'textPtWarning',
      ),
      ...told(file, sizes.filter(closes), 'text.smallWhite', 'warning', 'whiteTextPt'),
      ...told(
        file,
        sizes.filter((text) => !closes(text) && text.measured >= warning && text.measured < info),
        'text.small',
        'info',
        'textPtInfo',
      ),
    ];
  },
};

function told(
  file: InspectedFileCase,
  texts: readonly SmallText[],
  ruleId: string,
  severity: Severity,
  name: ThresholdName,
): Finding[] {
  const limit = file.thresholds.of(name);
  const least = texts[0]?.measured ?? 0;
  return hitsFinding(file, texts, {
    ruleId,
    severity,
    measured: { value: least, unit: 'pt' },
    allowed: { value: limit.value, unit: 'pt' },
    params: { least, allowed: limit.value },
    source: thresholdSource(limit, file),
    origin: limit.origin,
    causeKey: 'text.small',
    remedies: [{ key: 'findings.remedy.largerText', params: { pt: limit.value } }],
  });
}

function smallerThan(sizePt: number, page: InspectedPage): SmallText[] {
  const marks = visibleMarks(page);
  return marks.flatMap(({ object, boundsMm }, index) => {
    const measured =
      isText(object) && isToBeRead(object) && !isPictureOfWord(object) ? roundedPt(object.sizePt) : sizePt;
    if (!isText(object) || measured >= sizePt) return [];
    return [{ page, object, boundsMm, measured, isWhiteOnColour: isAllWhite(object) && isColoured(marks, index) }];
  });
}

/** A whole word as the one glyph of a Type 3 font, which need not move on: how high its letters are nobody knows, nor how they lie. */
const isPictureOfWord = ({ font, text, quadMm: [x0, y0, x1, y1] }: TextObject): boolean =>
  font?.kind === 'Type3' && text === null && x0 === x1 && y0 === y1;

/** Bullets and the dots of a diagram are drawn with fonts and are no text; what cannot be read may be. */
const isToBeRead = ({ text }: TextObject): boolean => text === null || /[\p{L}\p{N}\ufffd]/u.test(text);

function isAllWhite({ fill, stroke }: TextObject): boolean {
  return fill !== null && isWhite(fill) && (stroke === null || isWhite(stroke));
}

/** What was painted last beneath the middle of a mark leaves ink there. Pictures are taken to. */
function isColoured(marks: readonly VisibleMark[], index: number): boolean {
  const own = marks[index]?.boundsMm;
  if (own === undefined) return false;
  const x = (own.leftMm + own.rightMm) / 2;
  const y = (own.topMm + own.bottomMm) / 2;
  const covers = ({ object, boundsMm: { leftMm, topMm, rightMm, bottomMm } }: VisibleMark) =>
    object.kind !== 'text' && leftMm <= x && rightMm >= x && topMm <= y && bottomMm >= y;
  let at = index - 1;
  for (let mark = marks[at]; mark !== undefined && !covers(mark); mark = marks[--at]);
  const beneath = marks[at]?.object;
  if (beneath === undefined || beneath.kind === 'text') return false;
  if (beneath.kind !== 'path') return true;
  return beneath.fill !== null && !isWhite(beneath.fill);
}
