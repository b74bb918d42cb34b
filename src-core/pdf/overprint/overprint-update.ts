import { walkSharedOf } from '../inspection/content/walk-shared.ts';
import type { WalkShared } from '../inspection/content/stream-run.ts';
import {
  DEFAULT_INSPECTION_LIMITS,
  type InspectedPage,
  type InspectionTools,
  type PdfInspection,
} from '../inspection/inspection.ts';
import { SyntaxLog } from '../inspection/content/syntax-log.ts';
import { readLayers } from '../inspection/layers.ts';
import { pageFrame } from '../inspection/page-frame.ts';
import { LimitExceeded } from '../limits.ts';
import { isDict, type PdfDict, type PdfRef, type PdfStream } from '../objects.ts';
import type { OpenedPdf } from '../opened-pdf.ts';
import { ReadFailed } from '../window-reader.ts';
import { lastSectionOf } from '../writing/last-section.ts';
import { NewStream } from '../writing/new-stream.ts';
import { PdfUpdate } from '../writing/pdf-update.ts';
import { Unwritable } from '../writing/serialise.ts';
import type { Fingerprint } from '../writing/xref-section.ts';
import { OverprintWalk, type MixedContent } from './overprint-walk.ts';
import { isTooMany, marksThatShineThrough } from './shines-through.ts';

/** What an engine that knows no overprint has to read behind a file to draw its marks mixed with what they overprint. */
export interface OverprintUpdate {
  /** An incremental update, to stand behind the last byte of the file. Never written to a disk. */
  readonly bytes: Uint8Array;
  /** Pages, from 0, that are drawn otherwise by it. */
  readonly pages: ReadonlySet<number>;
}

/** Content that is written anew is held in memory: so much of it in one file, its other pages stay as they are. */
const MAX_CONTENT_BYTES = 32 * 1024 * 1024;
/** What of a form's dictionary says how its data are encoded. */
const ENCODING_KEYS: readonly string[] = ['Filter', 'DecodeParms', 'Length', 'DL'];

/**
 * How a page is shown that is drawn by an engine without overprint: nothing of it overprints in a way that is seen, or it is drawn as it
 * prints, or it would look otherwise in print and is drawn from the file as it is.
 */
export type OverprintShown = 'none' | 'simulated' | 'notSimulated';

/** Pages, from 0, that look otherwise in print than an engine without overprint draws them. */
export function overprintingPages({ pages }: PdfInspection): readonly number[] {
  return pages.flatMap((page) => (marksThatShineThrough(page).size > 0 ? [page.index] : []));
}

/** Those of them that can be tried. Of a damaged file two engines may see different pages: nothing is put in place of them. */
function mixablePages({ facts, pages }: PdfInspection): readonly number[] {
  if (facts.damage.length > 0) return [];
  return pages.flatMap((page) => {
    const marks = marksThatShineThrough(page);
    return marks.size > 0 && !isTooMany(marks) ? [page.index] : [];
  });
}

/**
 * The overprinting marks of a sound file painted with the blend mode Multiply (docs/decisions/0038). Null where none shines through,
 * where the file is encrypted, or where a limit of reading was met. `tools` as the file was inspected with.
 */
export function overprintUpdate(
  opened: OpenedPdf,
  inspection: PdfInspection,
  tools: InspectionTools,
  fingerprint: Fingerprint,
): OverprintUpdate | null {
  const { document } = opened;
  const wanted = mixablePages(inspection);
  if (wanted.length === 0 || document.isEncrypted) return null;
  document.budget.startLook();
  try {
    const last = lastSectionOf(document);
    return last === undefined
      ? null
      : new Mixing(opened, tools, new PdfUpdate(document, last)).run(inspection.pages, wanted, fingerprint);
  } catch (error) {
    if (error instanceof LimitExceeded || error instanceof ReadFailed || error instanceof Unwritable) return null;
    throw error;
  } finally {
    document.budget.startLook();
  }
}

class Mixing {
  private readonly shared: WalkShared;
  private readonly forms = new Map<string, PdfRef>();
  private readonly seenResources = new Map<PdfDict, number>();
  private contentBytes = 0;

  constructor(
    private readonly opened: OpenedPdf,
    tools: InspectionTools,
    private readonly update: PdfUpdate,
  ) {
    const layers = readLayers(opened.document);
    this.shared = walkSharedOf(opened.document, tools, DEFAULT_INSPECTION_LIMITS, (value) => layers.layerOf(value));
  }

  run(
    inspected: readonly InspectedPage[],
    wanted: readonly number[],
    fingerprint: Fingerprint,
  ): OverprintUpdate | null {
    const pages = new Set<number>();
    for (const index of wanted) {
      const page = inspected[index];
      if (page !== undefined && this.contentBytes < MAX_CONTENT_BYTES && this.mixed(page)) pages.add(index);
    }
    return pages.size === 0 ? null : { bytes: this.update.bytes(fingerprint), pages };
  }

  /** False for a page that stays as it is. */
  private mixed(page: InspectedPage): boolean {
    const { shared, update } = this;
    const leaf = this.opened.leaves[page.index];
    if (leaf === undefined || leaf.objectNumber === null) return false;
    const { document, streams } = shared;
    const { matrix, widthMm, heightMm } = pageFrame(page.geometry);
    const named = document.resolve(leaf.dict.get('Resources') ?? leaf.inherited.resources);
    const marks = marksThatShineThrough(page);
    const syntax = new SyntaxLog();
    const walk = new OverprintWalk(
      shared,
      syntax,
      { leftMm: 0, topMm: 0, rightMm: widthMm, bottomMm: heightMm },
      marks,
      (form, content) => this.formOf(form, content),
    );
    const bytes = streams.ofPage(leaf.dict.get('Contents'), syntax);
    walk.page(bytes, isDict(named) ? named : undefined, matrix);
    const { mixed } = walk;
    if (mixed === null || mixed.edits.isEmpty || !walk.hasMet(page.objects)) return false;
    const contents = update.add(new NewStream(new Map(), this.applied(mixed)));
    update.put(leaf.objectNumber, new Map(leaf.dict).set('Contents', contents).set('Resources', mixed.newResources));
    return true;
  }

  /** The same form changed in the same way is one, on however many pages it is painted. */
  private formOf(form: PdfStream, content: MixedContent): PdfRef {
    // A form without resources of its own sees those of whoever paints it.
    const seen = form.dict.has('Resources') ? '' : this.numberOf(content.resources);
    const key = `${form.objectNumber} ${seen}\n${content.edits.key}`;
    let reference = this.forms.get(key);
    if (reference !== undefined) return reference;
    const dict: PdfDict = new Map(form.dict);
    for (const entry of ENCODING_KEYS) dict.delete(entry);
    reference = this.update.add(new NewStream(dict.set('Resources', content.newResources), this.applied(content)));
    this.forms.set(key, reference);
    return reference;
  }

  private numberOf(resources: PdfDict | undefined): number {
    if (resources === undefined) return 0;
    const known = this.seenResources.get(resources) ?? this.seenResources.size + 1;
    this.seenResources.set(resources, known);
    return known;
  }

  private applied({ edits }: MixedContent): Uint8Array {
    const bytes = edits.applied();
    this.contentBytes += bytes.length;
    // One page may paint one large form in many ways.
    if (this.contentBytes > 2 * MAX_CONTENT_BYTES) throw new LimitExceeded('tooLarge', 0);
    return bytes;
  }
}
