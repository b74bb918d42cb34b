import type { PageObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn } from '../../marks/hits.ts';
import { isWhite } from '../../marks/paint-colour.ts';

const painted = (object: PageObject): object is PageObject => object.kind === 'text' || object.kind === 'path';

/** Overprinting marks other than white: usual for black text, and shown by no ordinary preview (C-005). */
export const overprint: InspectedFileCheck = {
  id: 'colour.overprint',
  rule: 'C-005',
  run: (file) =>
    hitsFinding(
      file,
      hitsIn(file, painted, (object) => {
        if (object.kind !== 'text' && object.kind !== 'path') return null;
        const fills = object.state.overprintsFill && object.fill !== null && !isWhite(object.fill);
        const strokes = object.state.overprintsStroke && object.stroke !== null && !isWhite(object.stroke);
        return fills || strokes ? { measured: null } : null;
      }),
      { ruleId: 'colour.overprint', severity: 'info', source: standardSource('GWG 2022, R0009 to R0012') },
    ),
};
