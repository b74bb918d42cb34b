import type { PdfDocument } from '../document.ts';
import { PdfStream, PdfString, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { PageLeaf } from '../page-tree.ts';
import { DictionaryVisits } from './dictionary-visits.ts';
import type { OutsideReference } from './document-facts.ts';

const MAX_VISITS = 200_000;

export interface OutsideReferences {
  readonly references: readonly OutsideReference[];
  readonly isCut: boolean;
}

/**
 * What pages draw that is not in the file: streams whose data is another file (/F, ISO 32000-1, 7.3.8.2), reference
 * XObjects (8.10.4) and OPI proxies (14.11.7). Pictures tell it in their own facts.
 */
export function readOutsideReferences(document: PdfDocument, leaves: readonly PageLeaf[]): OutsideReferences {
  const visits = new DictionaryVisits(document, MAX_VISITS);
  const references: OutsideReference[] = [];
  leaves.forEach(({ dict, inherited }, pageIndex) => {
    const found = new Set<OutsideReference['kind']>();
    contentStreams(document, dict.get('Contents'), visits).forEach((stream) => note(document, stream, found));
    const open: (PdfValue | undefined)[] = [dict.get('Resources') ?? inherited.resources];
    while (open.length > 0) {
      const resources = visits.enter(open.pop());
      if (resources === undefined) continue;
      for (const category of ['XObject', 'Pattern']) {
        const entries = dictOf(document.resolve(resources.get(category)));
        for (const entry of entries?.values() ?? []) {
          const own = visits.enter(entry);
          if (own === undefined || own.get('Subtype') === 'Image') continue;
          note(document, own, found);
          if (own.has('Resources')) open.push(own.get('Resources'));
        }
      }
    }
    for (const kind of found) references.push({ kind, pageIndex });
  });
  return { references, isCut: visits.isCut };
}

function contentStreams(document: PdfDocument, value: PdfValue | undefined, visits: DictionaryVisits): PdfDict[] {
  const contents = document.resolve(value);
  const parts = Array.isArray(contents) ? visits.items(contents) : [contents];
  return parts.flatMap((part) => {
    const stream = document.resolve(part);
    return stream instanceof PdfStream ? [stream.dict] : [];
  });
}

function note(document: PdfDocument, dict: PdfDict, found: Set<OutsideReference['kind']>): void {
  if (dict.has('Ref')) found.add('referenceXObject');
  if (dict.has('OPI')) found.add('opi');
  // A careless program may abbreviate /Filter to /F, which then is a name and no file.
  const file = dict.has('F') ? document.resolve(dict.get('F')) : undefined;
  if (isDict(file) || file instanceof PdfString) found.add('externalStream');
}
