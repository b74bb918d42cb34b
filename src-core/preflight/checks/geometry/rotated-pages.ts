import { finding, standardSource, type InspectedFileCheck, type ReadFileCheck } from '../../check.ts';
import { isUpsideDown, pagesTurnedAgainst } from '../../marks/page-direction.ts';

/** Rotated pages print as they are shown, but imposition programs have been seen to drop the flag (GWG 2022, R0004). */
export const rotated: ReadFileCheck = {
  id: 'page.rotated',
  rule: 'G-008',
  run: ({ facts, kind }) => {
    const off = facts.pages.flatMap((page, index) => (page.rotate === 0 ? [] : [index]));
    const [first] = off;
    if (first === undefined) return [];
    const degrees = facts.pages[first]?.rotate ?? 0;
    return [
      finding(kind, {
        ruleId: 'page.rotated',
        severity: 'warning',
        pages: off.map((index) => index + 1),
        measured: { value: degrees, unit: 'degrees' },
        allowed: { value: 0, unit: 'degrees' },
        params: { degrees, pages: off.length },
        source: standardSource('GWG 2022, R0004'),
        remedies: [{ key: 'findings.remedy.exportUpright' }],
        fixes: ['bakeRotation'],
      }),
    ];
  },
};

/**
 * Pages on which most of the text stands on its head as the page is seen, whether a /Rotate did it or the content. Making a
 * rotation part of the page keeps it so, and does not answer whether it is meant.
 */
export const upsideDown: InspectedFileCheck = {
  id: 'page.upsideDown',
  rule: 'G-008',
  run: ({ inspection, kind }) => {
    const pages = inspection.pages.filter(isUpsideDown).map(({ index }) => index + 1);
    if (pages.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'page.upsideDown',
        severity: 'warning',
        pages,
        params: { pages: pages.length },
        source: { key: 'findings.source.self' },
        // One thing to decide: whether the pages are turned as they should be, and by which of the two repairs.
        causeKey: 'page.rotated',
        remedies: [{ key: 'findings.remedy.exportUpright' }],
        fixes: ['turnUpright'],
      }),
    ];
  },
};

/** Pages of pictures alone that their /Rotate puts on their heads, in a book whose other pages are turned the other way or not at all. */
export const turnedAgainst: InspectedFileCheck = {
  id: 'page.turnedAgainst',
  rule: 'G-008',
  run: ({ inspection, kind }) => {
    const pages = pagesTurnedAgainst(inspection).map(({ index }) => index + 1);
    if (pages.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'page.turnedAgainst',
        severity: 'warning',
        pages,
        params: { pages: pages.length, all: inspection.facts.pages.length },
        source: { key: 'findings.source.self' },
        causeKey: 'page.rotated',
        remedies: [{ key: 'findings.remedy.exportUpright' }],
        fixes: ['turnUpright'],
      }),
    ];
  },
};
