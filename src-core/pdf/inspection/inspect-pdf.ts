import type { ByteSource } from '../../ports.ts';
import { LimitExceeded } from '../limits.ts';
import { isDict, type PdfDict } from '../objects.ts';
import { openPdf, type OpenedPdf } from '../opened-pdf.ts';
import type { PageLeaf } from '../page-tree.ts';
import { ReadFailed } from '../window-reader.ts';
import { readPageAnnotations } from './annotations.ts';
import { appearanceOf } from './appearance.ts';
import { ContentKeys } from './content-key.ts';
import { ContentWalk } from './content/content-walk.ts';
import type { WalkShared } from './content/stream-run.ts';
import { SyntaxLog } from './content/syntax-log.ts';
import { walkSharedOf } from './content/walk-shared.ts';
import type { DocumentFacts, TransparencyGroup } from './document-facts.ts';
import type { FontFacts } from './font-facts.ts';
import type { ImageFacts } from './image-facts.ts';
import {
  DEFAULT_INSPECTION_LIMITS,
  type InspectedPage,
  type InspectionLimits,
  type InspectionResult,
  type InspectionTools,
  type PdfInspection,
} from './inspection.ts';
import { withHidden } from './occlusion.ts';
import { pageFrame, placeOf } from './page-frame.ts';
import { readLayers, type Layers } from './layers.ts';
import { readDocumentFacts } from './read-document-facts.ts';

/** `inspectOpened` of a file that nobody has opened yet. */
export function inspectPdf(
  source: ByteSource,
  tools: InspectionTools,
  limits: Partial<InspectionLimits> = {},
): InspectionResult {
  const result = openPdf(source, tools);
  return result.status === 'unreadable'
    ? result
    : { status: 'inspected', inspection: inspectOpened(result.opened, tools, limits) };
}

/**
 * Level 2: everything that the pages of a PDF paint, without decoding a picture: of images only dictionaries and JPEG
 * headers are read. Never throws for what a file contains; what could not be looked at says so.
 */
export function inspectOpened(
  opened: OpenedPdf,
  tools: InspectionTools,
  limits: Partial<InspectionLimits> = {},
): PdfInspection {
  const all = { ...DEFAULT_INSPECTION_LIMITS, ...limits };
  const { budget } = opened.document;
  budget.startLook(all);
  const inspection = new Inspection(opened, tools, all).run();
  budget.startLook();
  return inspection;
}

class Inspection {
  private readonly shared: WalkShared;
  private layers: Layers | null = null;
  private readonly usedFonts = new Set<FontFacts>();
  private readonly usedImages = new Set<ImageFacts>();
  private readonly contentKeys = new ContentKeys();
  private objectCount = 0;

  constructor(
    private readonly opened: OpenedPdf,
    tools: InspectionTools,
    private readonly limits: InspectionLimits,
  ) {
    this.shared = walkSharedOf(opened.document, tools, limits, (value) => this.layers?.layerOf(value) ?? null);
  }

  run(): PdfInspection {
    const { facts, document, leaves } = this.opened;
    const pages: InspectedPage[] = [];
    let stoppedBy: PdfInspection['stoppedBy'] = null;
    let documentFacts: DocumentFacts | null = null;
    try {
      this.layers = readLayers(document);
      for (const [index, leaf] of leaves.entries()) pages.push(this.page(index, leaf));
      // After the pages: a picture's header is read with its dictionary, while the bytes around it are at hand.
      documentFacts = readDocumentFacts(document, leaves, this.shared.spaces, this.layers);
    } catch (error) {
      if (error instanceof LimitExceeded) stoppedBy = error.reason;
      else if (error instanceof ReadFailed) stoppedBy = 'readFailed';
      else throw error;
    }
    return {
      facts: {
        ...facts,
        damage: document.damage.notes,
        bytesRead: document.reader.bytesRead,
        reads: document.reader.reads,
      },
      document: documentFacts ?? NOTHING_KNOWN,
      pages,
      fonts: [...this.usedFonts],
      images: [...this.usedImages],
      stoppedBy,
    };
  }

  private page(index: number, leaf: PageLeaf): InspectedPage {
    const { document, streams } = this.shared;
    const geometry = this.opened.facts.pages[index] ?? UNKNOWN_GEOMETRY;
    const frame = pageFrame(geometry);
    const syntax = new SyntaxLog();
    const lostBefore = document.lostFetches;
    const inherited = document.resolve(leaf.dict.get('Resources') ?? leaf.inherited.resources);
    const resources = isDict(inherited) ? inherited : undefined;
    const bytes = streams.ofPage(leaf.dict.get('Contents'), syntax);
    const pageMm = { leftMm: 0, topMm: 0, rightMm: frame.widthMm, bottomMm: frame.heightMm };
    const walk = new ContentWalk(
      this.shared,
      syntax,
      pageMm,
      Math.min(this.limits.maxObjectsPerPage, this.limits.maxObjects - this.objectCount),
    );
    walk.page(bytes, resources, frame.matrix);
    const annotations = readPageAnnotations(document, leaf.dict, (box) => placeOf(frame, box));
    this.appearances(leaf.dict, walk, frame.matrix);
    this.objectCount += walk.objects.length;
    for (const object of walk.objects) {
      if (object.kind === 'text' && object.font !== null) this.usedFonts.add(object.font);
      if (object.kind === 'image') this.usedImages.add(object.image);
    }
    return {
      index,
      geometry,
      widthMm: frame.widthMm,
      heightMm: frame.heightMm,
      trimMm: geometry.trimBox === null ? null : placeOf(frame, geometry.trimBox),
      bleedMm: geometry.bleedBox === null ? null : placeOf(frame, geometry.bleedBox),
      objects: withHidden(walk.objects, frame.widthMm * frame.heightMm),
      annotations,
      group: this.group(leaf.dict, resources),
      syntax: syntax.notes,
      contentKey: this.contentKeys.of(bytes, resources),
      inspected: walk.inspected === 'whole' && document.lostFetches > lostBefore ? 'objectLost' : walk.inspected,
    };
  }

  /** Annotations that are printed paint over the page (ISO 32000-1, 12.5.5). */
  private appearances(page: PdfDict, walk: ContentWalk, base: ReturnType<typeof pageFrame>['matrix']): void {
    const { document, layerOf } = this.shared;
    const annotations = document.resolve(page.get('Annots'));
    if (!Array.isArray(annotations)) return;
    for (const one of annotations) {
      const annotation = document.resolve(one);
      const appearance = isDict(annotation) ? appearanceOf(document, annotation, base) : null;
      if (appearance !== null && isDict(annotation))
        walk.appearance(appearance.stream, appearance.toPage, layerOf(annotation.get('OC')));
    }
  }

  private group(page: PdfDict, resources: PdfDict | undefined): TransparencyGroup | null {
    const { document, spaces } = this.shared;
    const group = document.resolve(page.get('Group'));
    if (!isDict(group) || document.resolve(group.get('S')) !== 'Transparency') return null;
    const space = group.get('CS');
    return {
      space: space === undefined ? null : spaces.read(space, resources),
      isIsolated: document.resolve(group.get('I')) === true,
      isKnockout: document.resolve(group.get('K')) === true,
    };
  }
}

const UNKNOWN_GEOMETRY = {
  mediaBox: null,
  cropBox: null,
  bleedBox: null,
  trimBox: null,
  artBox: null,
  rotate: 0,
  userUnit: 1,
} as const;

/** When reading stopped before the catalogue was understood. `stoppedBy` says so. */
const NOTHING_KNOWN: DocumentFacts = {
  catalogueVersion: null,
  producer: null,
  creator: null,
  pdfxClaim: null,
  outputIntents: [],
  layers: [],
  hasLayerConfigurations: false,
  actions: [],
  outsideReferences: [],
  embeddedFileCount: 0,
  isPortfolio: false,
  formFieldCount: 0,
  xfa: 'none',
  signatureCount: 0,
  hasOutlines: false,
  hasPageLabels: false,
  readingDirection: null,
  privateBytes: 0,
  printPermission: null,
  isPartial: true,
};
