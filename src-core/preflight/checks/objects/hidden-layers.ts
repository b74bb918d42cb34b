import type { LayerFacts } from '../../../pdf/inspection/document-facts.ts';
import type { InspectedPage } from '../../../pdf/inspection/inspection.ts';
import { isHiddenSomewhere } from '../../../pdf/inspection/layers.ts';
import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** Layers that are printed and not shown, or shown and not printed, and files with several settings of them (O-001). */
export const hiddenLayers: InspectedFileCheck = {
  id: 'layers.differ',
  rule: 'O-001',
  run: ({ kind, inspection }) => {
    const { layers, hasLayerConfigurations } = inspection.document;
    const differing = usedLayers(inspection.pages).filter(({ layer }) => isHiddenSomewhere(layer));
    const source = standardSource('ISO 15930-7, 6.20; GWG 2022, R0034');
    const remedies = [{ key: 'findings.remedy.flattenLayers' }];
    return [
      ...(differing.length === 0
        ? []
        : [
            finding(kind, {
              ruleId: 'layers.differ',
              severity: 'warning',
              pages: [...new Set(differing.flatMap(({ pages }) => [...pages]))].sort((a, b) => a - b),
              params: { count: differing.length, name: differing[0]?.layer.name ?? '' },
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

interface UsedLayer {
  readonly layer: LayerFacts;
  /** From 1. */
  readonly pages: Set<number>;
}

/** Layers that something lies on, memberships of several among them: an empty layer changes nothing. */
function usedLayers(pages: readonly InspectedPage[]): readonly UsedLayer[] {
  const found = new Map<number, UsedLayer>();
  for (const { index, objects } of pages) {
    for (const { state } of objects) {
      const { layer } = state;
      if (layer === null) continue;
      const used = found.get(layer.objectNumber) ?? { layer, pages: new Set() };
      used.pages.add(index + 1);
      found.set(layer.objectNumber, used);
    }
  }
  return [...found.values()];
}
