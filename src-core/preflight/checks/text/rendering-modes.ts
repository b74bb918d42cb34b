import type { PageObject, TextObject } from '../../../pdf/inspection/page-objects.ts';
import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { hitsFinding, hitsIn, type Hit } from '../../marks/hits.ts';
import { isText } from './painted-text.ts';

/** Filled and drawn round with a line, without and with clipping (ISO 32000-1, table 106). */
const FILLED_AND_STROKED: readonly number[] = [2, 6];
const INVISIBLE = 3;

/** Letters thickened by a line around them, which fills the small ones in, and text that nobody sees: the words of a scan (T-010). */
export const renderingModes: InspectedFileCheck = {
  id: 'text.renderingModes',
  rule: 'T-010',
  run: (file) => {
    const source = standardSource('ISO 32000-1, 9.3.6');
    const thickened = hitsIn(file, isText, ({ renderingMode }) =>
      FILLED_AND_STROKED.includes(renderingMode) ? { measured: null } : null,
    );
    return [
      ...hitsFinding(file, thickened, {
        ruleId: 'text.thickened',
        severity: 'info',
        source,
        remedies: [{ key: 'findings.remedy.boldFont' }],
      }),
      ...hitsFinding(
        file,
        file.inspection.pages.flatMap((page) => page.objects.flatMap((object) => unseen(page, object))),
        { ruleId: 'text.invisible', severity: 'info', source },
      ),
    ];
  },
};

/** Whatever covers it: what is not painted cannot be hidden. */
function unseen(page: Hit['page'], object: PageObject): Hit<TextObject>[] {
  if (!isText(object) || object.renderingMode !== INVISIBLE || object.clippedMm === null) return [];
  return [{ page, object, boundsMm: object.clippedMm, measured: null }];
}
