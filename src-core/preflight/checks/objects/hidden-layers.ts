import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** Layers that are printed and not shown, or shown and not printed, and files with several settings of them (O-001). */
export const hiddenLayers: InspectedFileCheck = {
  id: 'layers.differ',
  rule: 'O-001',
  run: ({ kind, inspection }) => {
    const { layers, hasLayerConfigurations } = inspection.document;
    const used = pagesByLayer(inspection.pages);
    const source = standardSource('ISO 15930-7, 6.20; GWG 2022, R0034');
    const remedies = [{ key: 'findings.remedy.flattenLayers' }];
    const differing = layers.filter(
      (layer) => used.has(layer.objectNumber) && (layer.isOnInView !== layer.isOnInPrint || !layer.isOnInPrint),
    );
    const pagesOf = (some: typeof layers) =>
      [...new Set(some.flatMap(({ objectNumber }) => [...(used.get(objectNumber) ?? [])]))].sort((a, b) => a - b);
    return [
      ...(differing.length === 0
        ? []
        : [
            finding(kind, {
              ruleId: 'layers.differ',
              severity: 'warning',
              pages: pagesOf(differing),
              params: { count: differing.length, name: differing[0]?.name ?? '' },
              source,
              remedies,
            }),
          ]),
      ...(hasLayerConfigurations && layers.length > 0
        ? [
            finding(kind, {
              ruleId: 'layers.configurations',
              severity: 'warning',
              params: { count: layers.length },
              source,
              causeKey: 'layers.differ',
              remedies,
            }),
          ]
        : []),
    ];
  },
};

/** Pages from 1 that something of a layer lies on, by the layer's object number: an empty layer changes nothing. */
function pagesByLayer(pages: readonly InspectedPage[]): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const { index, objects } of pages) {
    for (const { state } of objects) {
      if (state.layer === null) continue;
      const on = found.get(state.layer.objectNumber) ?? new Set();
      found.set(state.layer.objectNumber, on.add(index + 1));
    }
  }
  return found;
}
