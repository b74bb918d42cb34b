import type { PdfValue } from '../objects.ts';
import type { DictionaryVisits } from './dictionary-visits.ts';

/** The values of a name tree (ISO 32000-1, 7.9.6), in no particular order; loops and shared nodes count once. */
export function valuesOfNameTree(root: PdfValue | undefined, visits: DictionaryVisits): PdfValue[] {
  const values: PdfValue[] = [];
  const open: (PdfValue | undefined)[] = [root];
  while (open.length > 0) {
    const node = visits.enter(open.pop());
    if (node === undefined) continue;
    visits.items(node.get('Names')).forEach((value, index) => {
      if (index % 2 === 1) values.push(value);
    });
    for (const kid of visits.items(node.get('Kids'))) open.push(kid);
  }
  return values;
}
