import { finding, standardSource, type InspectedFileCheck } from '../../check.ts';
import { thresholdSource } from '../../threshold-source.ts';

/** Laid out for reading over the web: of no use to a press, and no fault either. */
export const linearized: InspectedFileCheck = {
  id: 'structure.linearized',
  rule: 'F-019',
  run: ({ facts, kind }) =>
    facts.linearized
      ? [
          finding(kind, {
            ruleId: 'structure.linearized',
            severity: 'info',
            source: standardSource('ISO 32000-1, annex F'),
          }),
        ]
      : [],
};

/** What layout programs keep for themselves makes a file large and is of no use to anybody else. */
export const privateData: InspectedFileCheck = {
  id: 'structure.privateData',
  rule: 'F-020',
  run: (file) => {
    const { inspection, facts, kind } = file;
    const { privateBytes } = inspection.document;
    const threshold = file.thresholds.of('privateDataPercent');
    const percent = (privateBytes / facts.sizeBytes) * 100;
    if (percent <= threshold.value) return [];
    return [
      finding(kind, {
        ruleId: 'structure.privateData',
        severity: 'info',
        measured: { value: Math.round(percent), unit: 'percent' },
        allowed: { value: threshold.value, unit: 'percent' },
        params: { percent: Math.round(percent), megabytes: privateBytes / (1024 * 1024) },
        source: thresholdSource(threshold, file),
        origin: threshold.origin,
      }),
    ];
  },
};

/** Bookmarks and page labels are for screens. */
export const navigation: InspectedFileCheck = {
  id: 'structure.navigation',
  rule: 'F-021',
  run: ({ inspection: { document }, kind }) => {
    const { hasOutlines, hasPageLabels } = document;
    if (!hasOutlines && !hasPageLabels) return [];
    return [
      finding(kind, {
        ruleId: 'structure.navigation',
        severity: 'info',
        params: { what: hasOutlines ? (hasPageLabels ? 'both' : 'outlines') : 'labels' },
        source: standardSource('KDP'),
      }),
    ];
  },
};
