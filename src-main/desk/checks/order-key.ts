import { createHash } from 'node:crypto';
import { MEASURED_BY } from '../../../src-core/preflight/page-pixels.ts';
import { CHECKS_VERSION } from '../../../src-core/preflight/registry.ts';
import { resolveThresholds, thresholdsOfSpec, type ThresholdLayers } from '../../../src-core/preflight/thresholds.ts';
import type { Contract } from '../../../src-core/contract/profiles.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { PreflightRequest } from '../../../src-node/preflight-file.ts';
import type { FileRow } from '../store/schema.ts';

/** What a file is held against. */
export type Order = Omit<PreflightRequest, 'path' | 'level'>;

/** Everything that the findings of a file follow from. */
export const contextKeyOf = (
  { sizeBytes, modifiedAtMs }: Pick<FileRow, 'sizeBytes' | 'modifiedAtMs'>,
  { kind, spec, pageCount, contract, thresholds }: Order,
): string => keyOf([sizeBytes, modifiedAtMs, kind, spec, pageCount, contract, thresholds]);

/** Everything that the measurements of a file's pages follow from: the file of this place, and of the thresholds one. */
export function measureKeyOf(
  { path, sizeBytes, modifiedAtMs }: Pick<FileRow, 'path' | 'sizeBytes' | 'modifiedAtMs'>,
  { kind, spec, pageCount, contract, thresholds }: Order,
): string {
  const resolved = resolveThresholds({ ...thresholds, spec: thresholdsOfSpec(spec) });
  return keyOf([path, sizeBytes, modifiedAtMs, kind, spec, pageCount, contract, resolved.of(MEASURED_BY).value]);
}

/** What the books of a desk are held against, whatever their files. */
export interface Rules {
  /** Null while none is in use. */
  readonly connectionId: string | null;
  readonly contract: Contract;
  readonly specs: readonly BookSpec[];
  readonly thresholds: Omit<ThresholdLayers, 'spec'>;
}

/** Everything that the verdicts of all books follow from beside what was found in their files. */
export const rulesKeyOf = ({ connectionId, contract, specs, thresholds }: Rules): string =>
  keyOf([connectionId, contract, specs, thresholds]);

const keyOf = (parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify([CHECKS_VERSION, ...parts], (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    )
    .digest('hex');
