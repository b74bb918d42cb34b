import type { BoundsMm } from '../../pdf/inspection/geometry.ts';
import type { InspectedPage } from '../../pdf/inspection/inspection.ts';
import type { Side } from '../../specs/anatomy.ts';
import { finding, standardSource, type InspectedFileCase } from '../check.ts';
import type { Finding } from '../finding.ts';
import { markedAt, pagesOf } from './marked-object.ts';
import type { TextLine } from './text-lines.ts';

/** Where a line ends, by its direction in degrees. */
const ENDS: Readonly<Record<number, Side>> = { 0: 'right', 90: 'bottom', 180: 'left', 270: 'top' };

/** The side on which a line ends in a font that does not tell how wide its letters are; null where its end was measured. */
export function guessedSide({ isMeasured, directionDegrees }: TextLine): Side | null {
  return isMeasured || directionDegrees === null ? null : (ENDS[directionDegrees] ?? null);
}

/** Where a line is for certain: one whose end is a guess is no longer than its beginning. */
export function knownBounds(line: TextLine): BoundsMm {
  const { leftMm, topMm, rightMm, bottomMm } = line.boundsMm;
  switch (guessedSide(line)) {
    case 'right':
      return { ...line.boundsMm, rightMm: leftMm };
    case 'left':
      return { ...line.boundsMm, leftMm: rightMm };
    case 'bottom':
      return { ...line.boundsMm, bottomMm: topMm };
    case 'top':
      return { ...line.boundsMm, topMm: bottomMm };
    case null:
      return line.boundsMm;
  }
}

/** Lines that may reach where no words should be, in fonts that do not tell how wide their letters are. None without lines. */
export function unmeasuredFinding(
  file: InspectedFileCase,
  ruleId: string,
  found: readonly { readonly page: Pick<InspectedPage, 'index'>; readonly line: TextLine }[],
): Finding[] {
  if (found.length === 0) return [];
  const objects = found.map(({ page, line }) =>
    markedAt(page, { quadMm: line.quadMm }, { kind: line.kind, excerpt: line.excerpt }),
  );
  const pages = pagesOf(objects);
  return [
    finding(file.kind, {
      ruleId,
      severity: 'notChecked',
      pages,
      params: { lines: found.length, pages: pages.length },
      source: standardSource('ISO 32000-1, 9.2.4'),
      objects,
      remedies: [{ key: 'findings.remedy.exportFontsAgain' }],
    }),
  ];
}
