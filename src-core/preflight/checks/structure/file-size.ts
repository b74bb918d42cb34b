import { LIMITS } from '../../../contract/limits.ts';
import { commonRule, finding, type FileCheck } from '../../check.ts';
import { thresholdSource } from '../../threshold-source.ts';
import { resolveThresholds } from '../../thresholds.ts';

const BYTES_PER_MB = 1024 * 1024;

/**
 * The file has at most 500 MB (specification, "PDF common validation", 2). A file that comes close is told before it
 * grows: whether a megabyte is 1,000,000 or 1,048,576 bytes is the reader's guess.
 */
export const fileSize: FileCheck = {
  id: 'file.size',
  rule: 'F-002',
  run: (file) => {
    const { kind, facts } = file;
    const { sizeBytes } = facts;
    if (sizeBytes > LIMITS.pdfMaxBytes) {
      return [
        finding(kind, {
          ruleId: 'file.size',
          severity: 'block',
          measured: { value: sizeBytes, unit: 'bytes' },
          allowed: { value: LIMITS.pdfMaxBytes, unit: 'bytes' },
          params: { limitMb: LIMITS.pdfMaxBytes / BYTES_PER_MB },
          source: commonRule(2),
          remedies: [{ key: 'findings.remedy.exportAgain' }],
        }),
      ];
    }
    const threshold = (file.thresholds ?? resolveThresholds()).of('largeFileBytes');
    if (sizeBytes <= threshold.value) return [];
    return [
      finding(kind, {
        ruleId: 'structure.largeFile',
        severity: 'warning',
        measured: { value: sizeBytes, unit: 'bytes' },
        allowed: { value: threshold.value, unit: 'bytes' },
        params: {
          measuredMb: Math.floor(sizeBytes / BYTES_PER_MB),
          limitMb: LIMITS.pdfMaxBytes / BYTES_PER_MB,
          binaryLimitBytes: LIMITS.pdfMaxBytes,
          decimalLimitBytes: (LIMITS.pdfMaxBytes / BYTES_PER_MB) * 1_000_000,
        },
        source: thresholdSource(threshold, file),
        origin: threshold.origin,
        remedies: [{ key: 'findings.remedy.smallerPictures' }],
      }),
    ];
  },
};
