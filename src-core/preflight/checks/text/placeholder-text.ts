import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { markedAt, pagesOf } from '../../marks/marked-object.ts';
import { textLines } from '../../marks/text-lines.ts';
import { isPlaceholder } from './placeholder-patterns.ts';

/** Words of the template that nobody replaced (KDP forbids them; T-011), read line by line: programs split words as they like. */
export const placeholderText: InspectedFileCheck = {
  id: 'text.placeholder',
  rule: 'T-011',
  run: (file) => {
    const lines = file.inspection.pages.flatMap((page) =>
      textLines(page).flatMap(({ excerpt, quadMm, kind }) =>
        excerpt !== null && isPlaceholder(excerpt) ? [markedAt(page, { quadMm }, { kind, excerpt })] : [],
      ),
    );
    if (lines.length === 0) return [];
    const pages = pagesOf(lines);
    return [
      finding(file.kind, {
        ruleId: 'text.placeholder',
        severity: 'error',
        pages,
        objects: lines,
        params: { count: lines.length, pages: pages.length, words: lines[0]?.excerpt ?? '', firstPage: pages[0] ?? 1 },
        source: standardSource('KDP'),
        remedies: [{ key: 'findings.remedy.replacePlaceholder' }],
      }),
    ];
  },
};
