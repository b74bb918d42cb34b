import { finding, standardSource, type ReadFileCheck } from '../../check.ts';

/** Sheets that do not begin at 0, 0: some imposition programs place them by their corner regardless (G-015). */
export const pageOrigin: ReadFileCheck = {
  id: 'page.origin',
  rule: 'G-015',
  run: ({ facts, kind }) => {
    const off = facts.pages.flatMap(({ mediaBox }, index) =>
      mediaBox === null || (mediaBox.left === 0 && mediaBox.bottom === 0) ? [] : [{ mediaBox, index }],
    );
    const [first] = off;
    if (first === undefined) return [];
    return [
      finding(kind, {
        ruleId: 'page.origin',
        severity: 'info',
        pages: off.map(({ index }) => index + 1),
        measured: { value: first.mediaBox.left, unit: 'pt' },
        allowed: { value: 0, unit: 'pt' },
        params: { pages: off.length, x: first.mediaBox.left, y: first.mediaBox.bottom },
        source: standardSource('ISO 32000-1, 14.11.2'),
        box: 'media',
        causeKey: 'box.notes',
        fixes: ['moveOrigin'],
      }),
    ];
  },
};

/** A page without a MediaBox has no size that programs agree on; most take Letter (G-015). */
export const pageWithoutBox: ReadFileCheck = {
  id: 'page.noBox',
  rule: 'G-015',
  run: ({ facts, kind }) => {
    const off = facts.pages.flatMap(({ mediaBox }, index) => (mediaBox === null ? [index] : []));
    if (off.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'page.noBox',
        severity: 'error',
        pages: off.map((index) => index + 1),
        params: { pages: off.length },
        source: standardSource('ISO 32000-1, 7.7.3.3'),
        box: 'media',
        remedies: [{ key: 'findings.remedy.exportAgain' }],
        causeKey: 'size',
      }),
    ];
  },
};
