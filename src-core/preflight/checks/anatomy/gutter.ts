import { insideMm } from '../../../specs/anatomy.ts';
import { finding, mm, type InspectedFileCheck } from '../../check.ts';
import { excerptOf, markedAt, pagesOf } from '../../marks/marked-object.ts';
import { isBeyondTrim, sheetsOf } from '../../marks/sheets.ts';
import { textLines } from '../../marks/text-lines.ts';
import { knownBounds, unmeasuredFinding } from '../../marks/unmeasured-lines.ts';
import { gutterOf } from '../../gutter.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { isBelow } from '../../marks/within.ts';

/** Words that disappear in the fold of a glued book (B-006). */
export const gutterText: InspectedFileCheck = {
  id: 'gutter.text',
  rule: 'B-006',
  run: (file) => {
    const gutter = gutterOf(file);
    const near = sheetsOf(file)
      .flatMap(({ page, anatomy }) => {
        const { bindingSide, trim } = anatomy;
        if (bindingSide === null) return [];
        return textLines(page).flatMap((line) => {
          const knownMm = insideMm(bindingSide, knownBounds(line), trim);
          const isKnown = isBelow(knownMm, gutter.value);
          const distanceMm = isKnown ? knownMm : insideMm(bindingSide, line.boundsMm, trim);
          return isBelow(distanceMm, gutter.value) && !isBeyondTrim(line.boundsMm, trim)
            ? [{ page, line, distanceMm, isKnown }]
            : [];
        });
      })
      .sort((a, b) => a.distanceMm - b.distanceMm);
    const found = near.filter(({ isKnown }) => isKnown);
    const unmeasured = unmeasuredFinding(
      file,
      'gutter.textUnmeasured',
      near.filter(({ isKnown }) => !isKnown),
    );
    if (found.length === 0) return unmeasured;
    const objects = found.map(({ page, line, distanceMm }) =>
      markedAt(page, { quadMm: line.quadMm }, { kind: line.kind, excerpt: line.excerpt, measured: distanceMm }),
    );
    const pages = pagesOf(objects);
    const worstMm = mm(found[0]?.distanceMm ?? 0);
    return [
      ...unmeasured,
      finding(file.kind, {
        ruleId: 'gutter.text',
        severity: 'warning',
        pages,
        measured: worstMm,
        allowed: mm(gutter.value),
        params: {
          lines: objects.length,
          pages: pages.length,
          distanceMm: Math.max(0, worstMm.value),
          allowedMm: gutter.value,
          pageCount: file.pageCount,
        },
        source: thresholdSource(gutter, file),
        origin: gutter.origin,
        objects,
        causeKey: 'gutter',
        remedies: [{ key: 'findings.remedy.moveOutOfGutter', params: { allowedMm: gutter.value } }],
      }),
    ];
  },
};

/** Pictures that end within the gutter, so that a part of them is not seen. Those that go through to the fold are meant to. */
export const gutterPictures: InspectedFileCheck = {
  id: 'gutter.picture',
  rule: 'B-006',
  run: (file) => {
    const gutter = gutterOf(file);
    const throughMm = file.thresholds.of('bleedToleranceMm').value;
    const found = sheetsOf(file)
      .flatMap(({ page, anatomy }) => {
        const { bindingSide, trim } = anatomy;
        if (bindingSide === null) return [];
        return visibleMarks(page).flatMap(({ object, boundsMm }) => {
          const distanceMm = insideMm(bindingSide, boundsMm, trim);
          return object.kind === 'image' && isBelow(throughMm, distanceMm) && isBelow(distanceMm, gutter.value)
            ? [{ page, object, boundsMm, distanceMm }]
            : [];
        });
      })
      .sort((a, b) => a.distanceMm - b.distanceMm);
    if (found.length === 0) return [];
    const objects = found.map(({ page, object, boundsMm, distanceMm }) =>
      markedAt(page, { boundsMm }, { kind: 'image', excerpt: excerptOf(object), measured: distanceMm }),
    );
    const pages = pagesOf(objects);
    const worstMm = mm(found[0]?.distanceMm ?? 0);
    return [
      finding(file.kind, {
        ruleId: 'gutter.picture',
        severity: 'info',
        pages,
        measured: worstMm,
        allowed: mm(gutter.value),
        params: { objects: objects.length, pages: pages.length, distanceMm: worstMm.value, allowedMm: gutter.value },
        source: thresholdSource(gutter, file),
        origin: gutter.origin,
        objects,
        causeKey: 'gutter',
        remedies: [{ key: 'findings.remedy.moveOutOfGutter', params: { allowedMm: gutter.value } }],
      }),
    ];
  },
};
