import { latin1 } from '../bytes.ts';
import type { PdfRectangle } from '../boxes.ts';
import type { PdfDocument } from '../document.ts';
import { LimitExceeded } from '../limits.ts';
import { PdfRef, PdfStream, countOf, dictOf, isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { ReadablePdf } from '../read-facts.ts';
import type { ColourSpaces } from './colour-spaces.ts';
import type { ActionFacts, ActionKind, AnnotationFacts, DocumentFacts, OutputIntentFacts } from './document-facts.ts';
import type { BoundsMm } from './geometry.ts';
import { readLayers } from './layers.ts';
import { textOf, utf8 } from './text-strings.ts';

/** Trees of names and fields are cut off here: no book has so many, and a loop has no end. */
const MAX_NODES = 10_000;
const MAX_TREE_DEPTH = 32;
const MAX_METADATA_BYTES = 1024 * 1024;
/** Bits 3 and 12 of /P (ISO 32000-1, table 22). */
const MAY_PRINT = 1 << 2;
const MAY_PRINT_WELL = 1 << 11;

/** What the catalogue, the trailer and the pages' actions say about the document. `facts` must be of the same file. */
export function readDocumentFacts(document: PdfDocument, facts: ReadablePdf, colour: ColourSpaces): DocumentFacts {
  return new DocumentReading(document, facts, colour).run();
}

class DocumentReading {
  private nodes = 0;

  constructor(
    private readonly document: PdfDocument,
    private readonly facts: ReadablePdf,
    private readonly colour: ColourSpaces,
  ) {}

  run(): DocumentFacts {
    const { document } = this;
    const root = document.resolve(document.trailer.get('Root'));
    const catalogue: PdfDict = isDict(root) ? root : new Map();
    const info = this.dict(document.trailer.get('Info'));
    const names = this.dict(catalogue.get('Names'));
    const form = this.dict(catalogue.get('AcroForm'));
    const layers = this.dict(catalogue.get('OCProperties'));
    const configurations = document.resolve(layers?.get('Configs'));
    const version = document.resolve(catalogue.get('Version'));
    const direction = document.resolve(this.dict(catalogue.get('ViewerPreferences'))?.get('Direction'));
    const fields = this.fieldsOf(form);
    return {
      catalogueVersion: typeof version === 'string' ? version : null,
      producer: this.text(info?.get('Producer')),
      creator: this.text(info?.get('Creator')),
      pdfxClaim: this.text(info?.get('GTS_PDFXVersion')) ?? this.claimOfMetadata(catalogue),
      outputIntents: this.outputIntents(catalogue),
      layers: readLayers(document).all,
      hasLayerConfigurations: Array.isArray(configurations) && configurations.length > 0,
      actions: [...this.catalogueActions(catalogue, names), ...fields.actions],
      embeddedFileCount: this.leavesOf(names?.get('EmbeddedFiles'), 'Names') + this.lengthOf(catalogue.get('AF')),
      isPortfolio: this.dict(catalogue.get('Collection')) !== undefined,
      formFieldCount: fields.count,
      xfa: form === undefined || !form.has('XFA') ? 'none' : document.resolve(catalogue.get('NeedsRendering')) === true ? 'dynamic' : 'static',
      signatureCount: fields.signatures,
      hasOutlines: this.dict(catalogue.get('Outlines'))?.has('First') === true,
      hasPageLabels: catalogue.has('PageLabels'),
      readingDirection: direction === 'L2R' || direction === 'R2L' ? direction : null,
      privateBytes: this.privateBytes(catalogue),
      printPermission: this.printPermission(),
    };
  }

  private dict(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.document.resolve(value);
    return isDict(resolved) ? resolved : undefined;
  }

  /** Strings of an encrypted file are not read: they would be noise. */
  private text(value: PdfValue | undefined): string | null {
    return this.document.isEncrypted ? null : textOf(this.document.resolve(value));
  }

  private lengthOf(value: PdfValue | undefined): number {
    const resolved = this.document.resolve(value);
    return Array.isArray(resolved) ? resolved.length : 0;
  }

  /** Counts a node of any tree; false when there have been too many. */
  private mayVisit(depth: number): boolean {
    return depth <= MAX_TREE_DEPTH && ++this.nodes <= MAX_NODES;
  }

  private leavesOf(value: PdfValue | undefined, leafKey: string, depth = 0): number {
    const node = this.dict(value);
    if (node === undefined || !this.mayVisit(depth)) return 0;
    const own = this.document.resolve(node.get(leafKey));
    const kids = this.document.resolve(node.get('Kids'));
    const below = Array.isArray(kids) ? kids.reduce<number>((sum, kid) => sum + this.leavesOf(kid, leafKey, depth + 1), 0) : 0;
    return (Array.isArray(own) ? Math.floor(own.length / 2) : 0) + below;
  }

  private catalogueActions(catalogue: PdfDict, names: PdfDict | undefined): ActionFacts[] {
    const scripts = this.leavesOf(names?.get('JavaScript'), 'Names');
    return [
      ...this.actionsOf(catalogue.get('OpenAction'), 'open', null),
      ...this.additionalActions(catalogue.get('AA'), 'document', null),
      ...Array.from({ length: scripts }, (): ActionFacts => ({ kind: 'javaScript', trigger: 'names', pageIndex: null })),
    ];
  }

  /** An action and those that follow it. A destination is no action. */
  private actionsOf(value: PdfValue | undefined, trigger: ActionFacts['trigger'], pageIndex: number | null, depth = 0): ActionFacts[] {
    const action = this.dict(value);
    if (action === undefined || !this.mayVisit(depth)) return [];
    const kind = kindOf(this.document.resolve(action.get('S')));
    const next = this.document.resolve(action.get('Next'));
    const following = (Array.isArray(next) ? next : [action.get('Next')]).flatMap((one) => this.actionsOf(one, trigger, pageIndex, depth + 1));
    return kind === null ? following : [{ kind, trigger, pageIndex }, ...following];
  }

  private additionalActions(value: PdfValue | undefined, trigger: ActionFacts['trigger'], pageIndex: number | null): ActionFacts[] {
    return [...(this.dict(value)?.values() ?? [])].flatMap((one) => this.actionsOf(one, trigger, pageIndex));
  }

  private fieldsOf(form: PdfDict | undefined): { readonly count: number; readonly signatures: number; readonly actions: readonly ActionFacts[] } {
    const actions: ActionFacts[] = [];
    let count = 0;
    let signatures = 0;
    const visit = (value: PdfValue, kindAbove: PdfValue | undefined, depth: number): void => {
      const field = this.dict(value);
      if (field === undefined || !this.mayVisit(depth)) return;
      const kind = this.document.resolve(field.get('FT')) ?? kindAbove;
      actions.push(...this.actionsOf(field.get('A'), 'field', null), ...this.additionalActions(field.get('AA'), 'field', null));
      const kids = this.document.resolve(field.get('Kids'));
      if (Array.isArray(kids) && kids.length > 0 && kids.some((kid) => this.dict(kid)?.has('T') === true)) {
        for (const kid of kids) visit(kid, kind, depth + 1);
        return;
      }
      count++;
      if (kind === 'Sig' && this.dict(field.get('V')) !== undefined) signatures++;
    };
    const fields = this.document.resolve(form?.get('Fields'));
    for (const field of Array.isArray(fields) ? fields : []) visit(field, undefined, 0);
    return { count, signatures, actions };
  }

  private outputIntents(catalogue: PdfDict): OutputIntentFacts[] {
    const intents = this.document.resolve(catalogue.get('OutputIntents'));
    return (Array.isArray(intents) ? intents : []).flatMap((one) => {
      const intent = this.dict(one);
      if (intent === undefined) return [];
      const subtype = this.document.resolve(intent.get('S'));
      return [
        {
          subtype: typeof subtype === 'string' ? subtype : '',
          conditionIdentifier: this.text(intent.get('OutputConditionIdentifier')) ?? '',
          profile: this.colour.icc(intent.get('DestOutputProfile')),
        },
      ];
    });
  }

  private claimOfMetadata(catalogue: PdfDict): string | null {
    const metadata = this.document.resolve(catalogue.get('Metadata'));
    if (!(metadata instanceof PdfStream)) return null;
    if ((countOf(this.document.resolve(metadata.dict.get('Length'))) ?? 0) > MAX_METADATA_BYTES) return null;
    const bytes = this.decoded(metadata);
    if (bytes === undefined) return null;
    const text = bytes[0] === 0xef ? utf8(bytes.subarray(3)) : latin1(bytes, 0, bytes.length);
    const found = /GTS_PDFXVersion(?:\s*=\s*["']|>)([^<"']{1,80})/.exec(text);
    return found?.[1]?.trim() ?? null;
  }

  private decoded(stream: PdfStream): Uint8Array | undefined {
    try {
      return this.document.decodedBytes(stream);
    } catch (error) {
      if (error instanceof LimitExceeded && error.reason === 'tooLarge') return undefined;
      throw error;
    }
  }

  /** Streams under /PieceInfo of the catalogue; those of pages are few bytes beside their pictures. */
  private privateBytes(catalogue: PdfDict): number {
    const sizeOf = (value: PdfValue | undefined, depth: number): number => {
      if (!this.mayVisit(depth)) return 0;
      const resolved = this.document.resolve(value);
      if (resolved instanceof PdfStream) return countOf(this.document.resolve(resolved.dict.get('Length'))) ?? 0;
      const values = isDict(resolved) ? [...resolved.values()] : Array.isArray(resolved) ? resolved : [];
      return values.reduce<number>((sum, one) => sum + (one instanceof PdfRef || typeof one === 'object' ? sizeOf(one, depth + 1) : 0), 0);
    };
    return sizeOf(catalogue.get('PieceInfo'), 0);
  }

  private printPermission(): DocumentFacts['printPermission'] {
    if (this.facts.encrypted === null) return null;
    const flags = this.document.number(this.dict(this.document.trailer.get('Encrypt'))?.get('P'));
    if (flags === undefined) return null;
    if ((flags & MAY_PRINT) === 0) return 'none';
    return (flags & MAY_PRINT_WELL) === 0 ? 'lowResolution' : 'full';
  }
}

const KINDS: Readonly<Record<string, ActionKind>> = {
  JavaScript: 'javaScript',
  Launch: 'launch',
  URI: 'uri',
  SubmitForm: 'submitForm',
  ImportData: 'importData',
  GoToR: 'goToOutside',
  GoToE: 'goToOutside',
  Rendition: 'media',
  Movie: 'media',
  Sound: 'media',
  RichMediaExecute: 'media',
};

/** Null for actions that only turn pages. */
function kindOf(subtype: PdfValue | undefined): ActionKind | null {
  if (typeof subtype !== 'string' || subtype === 'GoTo' || subtype === 'Named') return null;
  return KINDS[subtype] ?? 'other';
}

/** Annotation flags, table 165. */
const HIDDEN = 1 << 1;
const PRINT = 1 << 2;

/** The annotations of a page, without the links that only lead about in the document. `place` puts a box on the page. */
export function readPageAnnotations(document: PdfDocument, page: PdfDict, place: (box: PdfRectangle) => BoundsMm): AnnotationFacts[] {
  const list = document.resolve(page.get('Annots'));
  return (Array.isArray(list) ? list.slice(0, MAX_NODES) : []).flatMap((one) => {
    const annotation = dictOf(document.resolve(one));
    if (annotation === undefined) return [];
    const subtype = document.resolve(annotation.get('Subtype'));
    const flags = document.number(annotation.get('F')) ?? 0;
    const rect = document.resolve(annotation.get('Rect'));
    const corners = Array.isArray(rect) ? rect.slice(0, 4).map((value) => document.number(value)) : [];
    const [x0, y0, x1, y1] = corners;
    const isPlaced = x0 !== undefined && y0 !== undefined && x1 !== undefined && y1 !== undefined;
    return [
      {
        subtype: typeof subtype === 'string' ? subtype : '',
        isPrinted: (flags & PRINT) !== 0 && (flags & HIDDEN) === 0,
        hasAppearance: annotation.has('AP'),
        boundsMm: isPlaced ? place({ left: Math.min(x0, x1), bottom: Math.min(y0, y1), right: Math.max(x0, x1), top: Math.max(y0, y1) }) : null,
      },
    ];
  });
}

/** What a page's own events and its annotations would do. */
export function readPageActions(document: PdfDocument, page: PdfDict, pageIndex: number): ActionFacts[] {
  const actions: ActionFacts[] = [];
  const add = (value: PdfValue | undefined, trigger: ActionFacts['trigger']) => {
    const action = document.resolve(value);
    const kind = isDict(action) ? kindOf(document.resolve(action.get('S'))) : null;
    if (kind !== null) actions.push({ kind, trigger, pageIndex });
  };
  const own = document.resolve(page.get('AA'));
  if (isDict(own)) for (const one of own.values()) add(one, 'page');
  const list = document.resolve(page.get('Annots'));
  for (const one of Array.isArray(list) ? list.slice(0, MAX_NODES) : []) {
    const annotation = document.resolve(one);
    if (isDict(annotation)) add(annotation.get('A'), 'annotation');
  }
  return actions;
}

