import { finding, mm, type RenderedFileCheck } from '../../check.ts';
import { markedAt } from '../../marks/marked-object.ts';
import { sheetsOf } from '../../marks/sheets.ts';
import { thresholdSource } from '../../threshold-source.ts';

/**
 * An edge of colour from top to bottom on a fold of a cover (B-012): no fold lands to a hair, and the colour of the spine
 * then shows on the front. A note, since a spine in another colour is a usual design.
 */
export const pixelFoldEdge: RenderedFileCheck = {
  id: 'fold.colourEdge',
  rule: 'B-012',
  run: (file) => {
    const limit = file.thresholds.of('foldEdgeMm');
    const objects = sheetsOf(file).flatMap(({ page, anatomy }) =>
      anatomy.foldsXMm.flatMap((foldMm, index) => {
        const edge = file.pixels[page.index]?.folds[index];
        if (!edge || Math.abs(edge.offsetMm) > limit.value) return [];
        const xMm = foldMm + edge.offsetMm;
        return [
          markedAt(
            page,
            { boundsMm: { ...anatomy.trim, leftMm: xMm - limit.value, rightMm: xMm + limit.value } },
            { kind: 'area', measured: Math.abs(edge.offsetMm) },
          ),
        ];
      }),
    );
    if (objects.length === 0) return [];
    const nearestMm = mm(Math.min(...objects.map(({ measured }) => measured ?? 0)));
    return [
      finding(file.kind, {
        ruleId: 'fold.colourEdge',
        severity: 'info',
        pages: [1],
        measured: nearestMm,
        allowed: mm(limit.value),
        params: { folds: objects.length, allowedMm: limit.value },
        source: thresholdSource(limit, file),
        origin: limit.origin,
        objects,
        remedies: [{ key: 'findings.remedy.colourAcrossFold', params: { allowedMm: limit.value } }],
      }),
    ];
  },
};
