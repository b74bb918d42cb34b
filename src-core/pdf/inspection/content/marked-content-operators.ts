import type { PdfValue } from '../../objects.ts';
import { layerWithin } from '../layers.ts';
import type { OperatorFamily } from './operator.ts';
import type { StreamRun } from './stream-run.ts';

const nothing = (): void => undefined;

/** Marked content (ISO 32000-1, table 320), of which only layers matter (8.11.3.2). */
export const MARKED_CONTENT_OPERATORS: OperatorFamily = {
  MP: ['N', nothing],
  DP: ['Np', nothing],
  BMC: ['N', (run) => begin(run)],
  BDC: ['Np', (run, o) => (o.name(0) === 'OC' ? beginLayer(run, o.other(1)) : begin(run))],
  EMC: ['', (run) => end(run)],
};

function begin(run: StreamRun): void {
  run.marked.push({ layer: run.layer, isOff: run.isOff });
}

function beginLayer(run: StreamRun, properties: PdfValue): void {
  begin(run);
  const layer = run.shared.layerOf(typeof properties === 'string' ? run.named('Properties', properties) : properties);
  if (layer === null) return;
  run.layer = layerWithin(run.layer, layer);
  run.isOff ||= !layer.isOnInPrint;
}

function end(run: StreamRun): void {
  const before = run.marked.pop();
  if (before === undefined) {
    run.note('markersUnbalanced', 'EMC');
    return;
  }
  run.layer = before.layer;
  run.isOff = before.isOff;
}
