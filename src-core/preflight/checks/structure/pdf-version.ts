import { finding, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { thresholdSource } from '../../threshold-source.ts';

const BROTLI = 'BrotliDecode';

/** The header or, when it is higher, /Version of the catalogue (ISO 32000-1, 7.2.2). Compression of PDF 2.0 drafts is unreadable to presses. */
export const pdfVersion: InspectedFileCheck = {
  id: 'structure.version',
  rule: 'F-008',
  run: (file) => [...versionFindings(file), ...brotliFindings(file)],
};

function versionFindings(file: InspectedFileCase): Finding[] {
  const { facts, inspection, kind, thresholds } = file;
  const version = Math.max(numberOf(facts.header.version), numberOf(inspection.document.catalogueVersion));
  const newest = thresholds.of('newestPdfVersion');
  const oldest = thresholds.of('oldestPdfVersion');
  if (version === 0 || (version >= oldest.value && version <= newest.value)) return [];
  const isNew = version > newest.value;
  const threshold = isNew ? newest : oldest;
  return [
    finding(kind, {
      ruleId: isNew ? 'structure.versionNew' : 'structure.versionOld',
      severity: isNew ? 'warning' : 'info',
      params: { version: version.toFixed(1), allowed: threshold.value.toFixed(1) },
      source: thresholdSource(threshold, file),
      origin: threshold.origin,
      remedies: isNew ? [{ key: 'findings.remedy.exportAsPdf17' }] : [],
    }),
  ];
}

const numberOf = (version: string | null): number =>
  version === null ? 0 : Number(/^\d+\.\d+/.exec(version)?.[0] ?? 0);

function brotliFindings({ inspection: { pages, images }, kind }: InspectedFileCase): Finding[] {
  const pagesWith = pages.flatMap(({ index, syntax, objects }) => {
    const isWritten = syntax.some(({ code, subject }) => code === 'unknownFilter' && subject.includes(BROTLI));
    const isPainted = objects.some((object) => object.kind === 'image' && object.image.filters.includes(BROTLI));
    return isWritten || isPainted ? [index + 1] : [];
  });
  if (pagesWith.length === 0 && !images.some(({ filters }) => filters.includes(BROTLI))) return [];
  return [
    finding(kind, {
      ruleId: 'structure.brotli',
      severity: 'error',
      pages: pagesWith,
      params: { pages: pagesWith.length },
      source: { key: 'findings.source.self' },
      remedies: [{ key: 'findings.remedy.exportAsPdf17' }],
    }),
  ];
}
