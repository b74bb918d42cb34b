import { finding, type InspectedFileCheck, type RenderedFileCheck } from '../../check.ts';
import { visibleMarks } from '../../marks/visible-marks.ts';
import { SPECKS_SHARE } from '../../page-pixels.ts';
import { UNDECODED_CAUSE } from './stream-decoding.ts';
import { notesOf } from './syntax-bearing.ts';

const SELF = { key: 'findings.source.self' };

/**
 * What of the file was not looked at, told once: pages left in the middle or never reached, fonts that could not be
 * opened, lists cut off. Every other check is silent about them, and silence is no pass.
 */
export const notInspected: InspectedFileCheck = {
  id: 'structure.notInspected',
  rule: 'F-022',
  run: ({ facts, inspection, kind }) => {
    const { pages, fonts, document, stoppedBy } = inspection;
    const partial = pages.filter(({ inspected }) => inspected !== 'whole').map(({ index }) => index + 1);
    const unreached = Array.from(
      { length: Math.max(0, facts.pageCount - pages.length) },
      (_, offset) => pages.length + offset + 1,
    );
    const unreadFonts = fonts.filter(({ programState }) => programState === 'unread').length;
    const offPages = [...partial, ...unreached];
    const isOnlyUndecoded =
      unreached.length === 0 &&
      pages.every((page) => page.inspected === 'whole' || notesOf(page, 'undecoded').length > 0);
    if (offPages.length === 0 && unreadFonts === 0 && stoppedBy === null && !document.isPartial) return [];
    return [
      finding(kind, {
        ruleId: 'structure.notInspected',
        severity: 'notChecked',
        pages: offPages.length > 0 ? offPages : null,
        params: {
          partialPages: partial.length,
          unreachedPages: unreached.length,
          fonts: unreadFonts,
          lists: document.isPartial && stoppedBy === null ? 1 : 0,
          reason: stoppedBy ?? reasonOf(pages),
        },
        source: SELF,
        // What does not decode is told with its own error: both are one thing to decide.
        ...(partial.length > 0 && isOnlyUndecoded ? { causeKey: UNDECODED_CAUSE } : {}),
      }),
    ];
  },
};

function reasonOf(pages: readonly { readonly inspected: string }[]): string {
  return pages.find(({ inspected }) => inspected !== 'whole')?.inspected ?? 'none';
}

/** Pages that no renderer could draw were not looked at by any check of pixels. */
export const notRendered: RenderedFileCheck = {
  id: 'structure.notRendered',
  rule: 'F-022',
  run: ({ pixels, facts, kind }) => {
    const missing = Array.from({ length: facts.pageCount }, (_, index) => index).filter(
      (index) => (pixels[index] ?? null) === null,
    );
    if (missing.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'structure.notRendered',
        severity: 'notChecked',
        pages: missing.map((index) => index + 1),
        params: { pages: missing.length },
        source: SELF,
      }),
    ];
  },
};

/**
 * Pages of a damaged file on which the rules have read something and the renderer draws nothing, or the other way round: which
 * of the two the press will show nobody knows. Pictures alone may be white.
 */
export const readingsDiffer: RenderedFileCheck = {
  id: 'structure.readingsDiffer',
  rule: 'F-022',
  run: ({ pixels, inspection, facts, kind }) => {
    if (facts.damage.length === 0) return [];
    const differing = inspection.pages.filter((page) => {
      const share = pixels[page.index]?.inkShare ?? null;
      if (share === null || page.inspected !== 'whole') return false;
      const marks = visibleMarks(page);
      return marks.length === 0
        ? share > SPECKS_SHARE
        : share === 0 && marks.some(({ object }) => object.kind === 'text' || object.kind === 'path');
    });
    if (differing.length === 0) return [];
    return [
      finding(kind, {
        ruleId: 'structure.readingsDiffer',
        severity: 'notChecked',
        pages: differing.map(({ index }) => index + 1),
        params: { pages: differing.length },
        source: SELF,
      }),
    ];
  },
};
