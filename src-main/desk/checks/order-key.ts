import { createHash } from 'node:crypto';
import { CHECKS_VERSION } from '../../../src-core/preflight/registry.ts';
import type { PreflightRequest } from '../../../src-node/preflight-file.ts';
import type { FileRow } from '../store/schema.ts';

/** What a file is held against. */
export type Order = Omit<PreflightRequest, 'path' | 'level'>;

/** Everything that the findings of a file follow from. */
export function contextKeyOf(
  file: Pick<FileRow, 'sizeBytes' | 'modifiedAtMs'>,
  { kind, spec, pageCount, contract, thresholds }: Order,
): string {
  const text = JSON.stringify(
    [CHECKS_VERSION, file.sizeBytes, file.modifiedAtMs, kind, spec, pageCount, contract, thresholds],
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
  );
  return createHash('sha256').update(text).digest('hex');
}
