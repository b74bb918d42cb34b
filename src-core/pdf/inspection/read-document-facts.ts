import { latin1 } from '../bytes.ts';
import type { PdfDocument } from '../document.ts';
import { PdfRef, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { PageLeaf } from '../page-tree.ts';
import { readActions } from './actions.ts';
import type { ColourSpaces } from './colour-spaces.ts';
import { DictionaryVisits } from './dictionary-visits.ts';
import type { DocumentFacts, OutputIntentFacts } from './document-facts.ts';
import { readText, smallStream } from './document-text.ts';
import { readForm } from './form-facts.ts';
import type { Layers } from './layers.ts';
import { valuesOfNameTree } from './name-tree.ts';
import { readOutsideReferences } from './outside-references.ts';
import { readPrivateBytes } from './private-data.ts';

const MAX_METADATA_BYTES = 4 * 1024 * 1024;
const MAX_ATTACHMENTS = 20_000;
const MAX_INTENTS = 100;
/** Bits 3 and 12 of /P (ISO 32000-1, table 22). */
const MAY_PRINT = 1 << 2;
const MAY_PRINT_WELL = 1 << 11;

/** What the catalogue, the trailer and the page dictionaries say about the document as a whole. Throws LimitExceeded and ReadFailed. */
export function readDocumentFacts(
  document: PdfDocument,
  leaves: readonly PageLeaf[],
  colour: ColourSpaces,
  layers: Layers,
): DocumentFacts {
  const catalogue = dictAt(document, document.trailer.get('Root'));
  const version = document.resolve(catalogue.get('Version'));
  const direction = document.resolve(dictAt(document, catalogue.get('ViewerPreferences')).get('Direction'));
  const { isCut: areFieldsCut, ...form } = readForm(document, catalogue);
  const { actions, isCut: areActionsCut } = readActions(document, catalogue, leaves);
  const { references, isCut: areReferencesCut } = readOutsideReferences(document, leaves);
  return {
    catalogueVersion: typeof version === 'string' ? version : null,
    ...readProvenance(document, catalogue),
    outputIntents: readOutputIntents(document, catalogue, colour),
    layers: layers.all,
    hasLayerConfigurations: layers.hasConfigurations,
    actions,
    outsideReferences: references,
    embeddedFileCount: countAttachments(document, catalogue),
    isPortfolio: isDict(document.resolve(catalogue.get('Collection'))),
    ...form,
    hasOutlines: dictAt(document, catalogue.get('Outlines')).has('First'),
    hasPageLabels: isDict(document.resolve(catalogue.get('PageLabels'))),
    readingDirection: direction === 'L2R' || direction === 'R2L' ? direction : null,
    privateBytes: readPrivateBytes(document, catalogue, leaves),
    printPermission: printPermissionOf(document),
    isPartial: areFieldsCut || areActionsCut || areReferencesCut,
  };
}

/** An absent dictionary is an empty one. */
function dictAt(document: PdfDocument, value: PdfValue | undefined): PdfDict {
  const dict = document.resolve(value);
  return isDict(dict) ? dict : new Map();
}

/** The information dictionary, and where it is silent the XMP metadata. */
function readProvenance(
  document: PdfDocument,
  catalogue: PdfDict,
): Pick<DocumentFacts, 'producer' | 'creator' | 'pdfxClaim'> {
  const entry = document.trailer.get('Info');
  const info = dictAt(document, entry);
  const holder = entry instanceof PdfRef ? entry : undefined;
  const own = (key: string) => readText(document, info.get(key), holder)?.trim() || null;
  const bytes = smallStream(document, catalogue.get('Metadata'), MAX_METADATA_BYTES);
  // Property names are ASCII in every encoding that XMP is written in.
  const xmp = bytes === undefined ? '' : latin1(bytes).replaceAll('\0', '');
  return {
    producer: own('Producer') ?? xmpProperty(xmp, 'Producer'),
    creator: own('Creator') ?? xmpProperty(xmp, 'CreatorTool'),
    // The conformance of the older standards tells the variant: `PDF/X-1a:2003` of `PDF/X-1:2003`.
    pdfxClaim:
      own('GTS_PDFXConformance') ??
      own('GTS_PDFXVersion') ??
      xmpProperty(xmp, 'GTS_PDFXConformance') ??
      xmpProperty(xmp, 'GTS_PDFXVersion'),
  };
}

/** A simple property, written as an element or as an attribute. A tolerant search: broken XML still tells what it claims. */
function xmpProperty(xmp: string, name: string): string | null {
  const found = new RegExp(`[\\w-]:${name}\\s*(?:>|=\\s*["'])\\s*([^<"']{1,200})`).exec(xmp);
  return found?.[1]?.trim() || null;
}

function readOutputIntents(document: PdfDocument, catalogue: PdfDict, colour: ColourSpaces): OutputIntentFacts[] {
  const intents = document.resolve(catalogue.get('OutputIntents'));
  return (Array.isArray(intents) ? intents.slice(0, MAX_INTENTS) : []).flatMap((one) => {
    const intent = document.resolve(one);
    if (!isDict(intent)) return [];
    const subtype = document.resolve(intent.get('S'));
    return [
      {
        subtype: typeof subtype === 'string' ? subtype : '',
        conditionIdentifier:
          readText(document, intent.get('OutputConditionIdentifier'), one instanceof PdfRef ? one : undefined) ?? '',
        profile: colour.icc(intent.get('DestOutputProfile')),
      },
    ];
  });
}

/** Files of the name tree and associated files of the catalogue, one that is both counted once. */
function countAttachments(document: PdfDocument, catalogue: PdfDict): number {
  const visits = new DictionaryVisits(document, MAX_ATTACHMENTS);
  const names = dictAt(document, catalogue.get('Names'));
  const associated = document.resolve(catalogue.get('AF'));
  const listed = [
    ...valuesOfNameTree(names.get('EmbeddedFiles'), visits),
    ...(Array.isArray(associated) ? associated : []),
  ];
  return listed.filter((specification) => visits.enter(specification) !== undefined).length;
}

function printPermissionOf(document: PdfDocument): DocumentFacts['printPermission'] {
  const encryption = document.resolve(document.trailer.get('Encrypt'));
  if (!isDict(encryption)) return null;
  const flags = document.number(encryption.get('P'));
  if (flags === undefined) return null;
  if ((flags & MAY_PRINT) === 0) return 'none';
  // Revision 2 knows no print of low resolution.
  const isWell = (document.number(encryption.get('R')) ?? 0) < 3 || (flags & MAY_PRINT_WELL) !== 0;
  return isWell ? 'full' : 'lowResolution';
}
