import { latin1 } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { PdfString, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import { DictionaryVisits } from './dictionary-visits.ts';
import type { DocumentFacts } from './document-facts.ts';
import { smallStream } from './document-text.ts';

const MAX_FIELDS = 50_000;
const MAX_XFA_CONFIG_BYTES = 256 * 1024;

export interface FormFacts extends Pick<DocumentFacts, 'formFieldCount' | 'xfa' | 'signatureCount'> {
  readonly isCut: boolean;
}

/** The interactive form (ISO 32000-1, 12.7): fields that can be filled in, signatures that have been made, XFA. */
export function readForm(document: PdfDocument, catalogue: PdfDict): FormFacts {
  const form = document.resolve(catalogue.get('AcroForm'));
  if (!isDict(form)) return { formFieldCount: 0, xfa: 'none', signatureCount: 0, isCut: false };
  return { ...readFields(document, form), xfa: xfaOf(document, catalogue, form.get('XFA')) };
}

function readFields(document: PdfDocument, form: PdfDict): Omit<FormFacts, 'xfa'> {
  const visits = new DictionaryVisits(document, MAX_FIELDS);
  let formFieldCount = 0;
  let signatureCount = 0;
  const open = visits
    .items(form.get('Fields'))
    .map((value) => ({ value, typeAbove: undefined as PdfValue | undefined }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const field = visits.enter(next.value);
    if (field === undefined) continue;
    const type = document.resolve(field.get('FT')) ?? next.typeAbove;
    const kids = visits.items(field.get('Kids'));
    // Kids without a name of their own are only the places at which one field is shown.
    const isGroup = kids.some((kid) => isNamed(document, kid));
    if (isGroup) for (const value of kids) open.push({ value, typeAbove: type });
    else formFieldCount++;
    if (type === 'Sig' && isDict(document.resolve(field.get('V')))) signatureCount++;
  }
  return { formFieldCount, signatureCount, isCut: visits.isCut };
}

function isNamed(document: PdfDocument, value: PdfValue): boolean {
  const dict = document.resolve(value);
  return isDict(dict) && dict.has('T');
}

/** Dynamic forms are laid out by the reader program: the pages of the PDF are a stand-in ("Please wait …"). */
function xfaOf(document: PdfDocument, catalogue: PdfDict, value: PdfValue | undefined): DocumentFacts['xfa'] {
  const xfa = document.resolve(value);
  if (xfa === undefined || xfa === null) return 'none';
  if (document.resolve(catalogue.get('NeedsRendering')) === true) return 'dynamic';
  const config = Array.isArray(xfa) ? packet(document, xfa, 'config') : xfa;
  const bytes = smallStream(document, config, MAX_XFA_CONFIG_BYTES);
  return bytes !== undefined && /dynamicRender\s*>\s*required/.test(latin1(bytes)) ? 'dynamic' : 'static';
}

/** The packets stand in the array behind their names. */
function packet(document: PdfDocument, packets: readonly PdfValue[], name: string): PdfValue | undefined {
  for (let at = 0; at + 1 < packets.length; at += 2) {
    const heading = document.resolve(packets[at]);
    if (heading instanceof PdfString && latin1(heading.bytes) === name) return packets[at + 1];
  }
  return undefined;
}
