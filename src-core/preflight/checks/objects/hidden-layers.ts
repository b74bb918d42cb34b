import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';

/** Layers that are printed and not shown, or shown and not printed, and files with several settings of them (O-001). */
export const hiddenLayers: InspectedFileCheck = {
  id: 'layers.differ',
  rule: 'O-001',
  run: ({ kind, inspection }) => {
    const { layers, hasLayerConfigurations } = inspection.document;
    const used = layersInUse(inspection.pages);
    const source = standardSource('ISO 15930-7, 6.20; GWG 2022, R0034');
    const remedies = [{ key: 'findings.remedy.flattenLayers' }];
    const differing = layers.filter((layer) => used.has(layer.objectNumber) && (layer.isOnInView !== layer.isOnInPrint || !layer.isOnInPrint));
    return [
      ...(differing.length === 0
        ? []
        : [finding(kind, { ruleId: 'layers.differ', severity: 'warning', params: { count: differing.length, name: differing[0]?.name ?? '' }, source, remedies })]),
      ...(hasLayerConfigurations && layers.length > 0
        ? [finding(kind, { ruleId: 'layers.configurations', severity: 'warning', params: { count: layers.length }, source, causeKey: 'layers.differ', remedies })]
        : []),
    ];
  },
};

/** Layers that something on a page belongs to: an empty layer changes nothing. */
function layersInUse(pages: Parameters<InspectedFileCheck['run']>[0]['inspection']['pages']): ReadonlySet<number> {
  return new Set(pages.flatMap(({ objects }) => objects.flatMap(({ state }) => (state.layer === null ? [] : [state.layer.objectNumber]))));
}
