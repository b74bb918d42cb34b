import type { PdfDocument } from '../document.ts';
import { PdfRef, dictOf, isDict, type PdfDict } from '../objects.ts';
import { readText } from './document-text.ts';

const INKS = 4;

/**
 * The press that a page's inks were mixed for: the condition that its own output intent names, or its file's (ISO 32000-1, 14.11.5). Null where none
 * is named, or it is one of lights.
 */
export function pressOf(document: PdfDocument, page: PdfDict): string | null {
  const catalogue = document.resolve(document.trailer.get('Root'));
  const lists = [page, ...(isDict(catalogue) ? [catalogue] : [])].map((dict) =>
    document.resolve(dict.get('OutputIntents')),
  );
  for (const intents of lists.filter(Array.isArray))
    for (const one of intents) {
      const intent = document.resolve(one);
      if (!isDict(intent)) continue;
      const profile = dictOf(document.resolve(intent.get('DestOutputProfile')));
      const components = profile === undefined ? INKS : document.number(profile.get('N'));
      const holder = one instanceof PdfRef ? one : undefined;
      const name = readText(document, intent.get('OutputConditionIdentifier'), holder)?.trim() ?? '';
      const said =
        name === '' || name === 'Custom' ? (readText(document, intent.get('Info'), holder)?.trim() ?? '') : name;
      if (components === INKS && !/rgb/i.test(said)) return said || 'CMYK';
    }
  return null;
}
