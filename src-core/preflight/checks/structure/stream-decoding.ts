import type { InspectedPage, SyntaxCode } from '../../../pdf/inspection/inspection.ts';
import type { ImageObject } from '../../../pdf/inspection/page-objects.ts';
import { finding, standardSource, type InspectedFileCase, type InspectedFileCheck } from '../../check.ts';
import type { Finding } from '../../finding.ts';
import { excerptOf, markedAt, pagesOf } from '../../marks/marked-object.ts';
import { DAMAGE_CAUSE } from './file-damaged.ts';

const SOURCE = standardSource('ISO 32000-1, 7.4');
/** Content that does not decode, which is an error and was not looked at either. */
export const UNDECODED_CAUSE = 'structure.contentUndecoded';
const EXPORT_AGAIN = [{ key: 'findings.remedy.exportAgain' }];
const UNDECODED: ReadonlySet<SyntaxCode> = new Set(['streamDamaged', 'unknownFilter']);
/** Of the pictures' problems those that leave them blank or garbled; colour spaces are told with the colours. */
const UNDECODED_IMAGE: ReadonlySet<ImageObject['image']['problem']> = new Set(['unknownFilter', 'badSize', 'dataTooShort']);

/** Data of a page that does not decode to its end prints blank or garbled. */
export const streamDecoding: InspectedFileCheck = {
  id: 'structure.streams',
  rule: 'F-009',
  run: (file) => [...contentFindings(file), ...pictureFindings(file), ...lengthFindings(file)],
};

function contentFindings({ inspection: { pages }, kind }: InspectedFileCase): Finding[] {
  const off = pages.filter(({ syntax, inspected }) => inspected === 'unreadableContent' || syntax.some(({ code }) => UNDECODED.has(code)));
  if (off.length === 0) return [];
  return [
    finding(kind, {
      ruleId: 'structure.contentUndecoded',
      severity: 'error',
      pages: off.map(({ index }) => index + 1),
      params: { pages: off.length },
      source: SOURCE,
      remedies: EXPORT_AGAIN,
    }),
  ];
}

function pictureFindings({ inspection: { pages }, kind }: InspectedFileCase): Finding[] {
  const objects = pages.flatMap((page) => undecodedImages(page).map((image) => markedAt(page, image, { kind: 'image', excerpt: excerptOf(image) })));
  if (objects.length === 0) return [];
  return [
    finding(kind, {
      ruleId: 'structure.pictureUndecoded',
      severity: 'error',
      pages: pagesOf(objects),
      params: { count: objects.length },
      source: SOURCE,
      objects,
      remedies: EXPORT_AGAIN,
    }),
  ];
}

function undecodedImages({ objects }: InspectedPage): ImageObject[] {
  return objects.filter((object) => object.kind === 'image').filter((object) => !object.isHidden && object.clippedMm !== null && UNDECODED_IMAGE.has(object.image.problem));
}

/** Lengths that lie, of the streams that pages are written in; those of the structure are told with its damage. */
function lengthFindings({ inspection: { pages }, kind }: InspectedFileCase): Finding[] {
  const off = pages.filter(({ syntax }) => syntax.some(({ code }) => code === 'streamLengthWrong'));
  if (off.length === 0) return [];
  return [
    finding(kind, {
      ruleId: 'structure.streamLength',
      severity: 'error',
      pages: off.map(({ index }) => index + 1),
      params: { pages: off.length },
      source: standardSource('ISO 32000-1, 7.3.8.2'),
      remedies: EXPORT_AGAIN,
      causeKey: DAMAGE_CAUSE,
    }),
  ];
}
