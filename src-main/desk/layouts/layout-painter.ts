import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import { firstPageShowing, usesOf } from '../../../src-core/layout/operations/pictures.ts';
import { NO_ROOM } from '../../../src-node/disk-full.ts';
import type { LayoutSources } from '../../../src-node/painting/layout-painting.ts';
import type { LayoutOrder } from '../../../src-node/painting/paint-layout.ts';
import type { ProofOrder } from '../../../src-node/painting/paint-proof.ts';
import { ThreadPool, type ThreadLimits } from '../../../src-node/threads/thread-pool.ts';
import type { DeskContext } from '../desk-context.ts';
import type { LayoutPictures } from './layout-pictures.ts';
import type { LayoutProject } from './layout-project.ts';
import { PicturePlaces } from './picture-places.ts';
import type { ExportAnswer, ExportErrand } from './tasks.ts';

/** 400 pictures of 24 megapixels that are reduced take a few minutes; the memory is JavaScript's own. */
const LIMITS_OF_PAINTING: ThreadLimits = {
  seats: 1,
  taskTimeMs: 15 * 60_000,
  memoryMb: 1_024,
  endsWithTask: true,
  graceMs: 5_000,
};

/** So many times the time of the PDFs that are printed. */
const PROOF_TAKES = 4;

const PRODUCER = 'Book Print Studio';

export interface PaintingPlaces {
  readonly exportWorkerUrl: URL;
  readonly fontsFolder: string;
  readonly graphicsFolder: string;
}

/** What is painted of a layout: the files that are printed, or a proof. */
export type Painted =
  | Omit<LayoutOrder, keyof LayoutSources>
  | (Omit<ProofOrder, keyof LayoutSources> & Pick<ProofOrder, 'keywords'>);

/** One state of a project: what is done to it while it is painted is not in it. */
export interface PaintedState {
  readonly project: LayoutProject;
  readonly document: LayoutDocument;
  /** There, and empty. */
  readonly folder: string;
}

/** Paints layouts in a thread, one at a time. */
export class LayoutPainter {
  readonly #context: DeskContext;
  readonly #pictures: LayoutPictures;
  readonly #places: PaintingPlaces;
  readonly #limitMs: number;
  readonly #threads: ThreadPool<LayoutOrder | ProofOrder, ExportAnswer, ExportErrand>;

  constructor(
    context: DeskContext,
    pictures: LayoutPictures,
    places: PaintingPlaces,
    limits: ThreadLimits = LIMITS_OF_PAINTING,
  ) {
    this.#context = context;
    this.#pictures = pictures;
    this.#places = places;
    this.#limitMs = limits.taskTimeMs;
    this.#threads = new ThreadPool(places.exportWorkerUrl, limits);
  }

  /**
   * The layout behind its step number `steps`, which can be painted now. Throws LAYOUT_OUT_OF_STEP when that is not the last one that is
   * kept, LAYOUT_PICTURES with the names and pages of those that are shown and cannot be read.
   */
  async ready(project: LayoutProject, steps: number): Promise<LayoutDocument> {
    const { document } = project;
    if (document.steps !== steps) throw new AppError('LAYOUT_OUT_OF_STEP', { params: { title: document.title } });
    const shown = usesOf(document);
    const away = (await this.#pictures.away(project)).filter((key) => shown.has(key));
    if (away.length === 0) return document;
    // The tray offers what can be done about them.
    this.#context.changed('layouts');
    const names = away.slice(0, 5).map((key) => nameWithPage(document, key));
    throw new AppError('LAYOUT_PICTURES', { params: { count: away.length, names: names.join(', ') } });
  }

  async paint(
    { project, document, folder }: PaintedState,
    what: Painted,
    signal: AbortSignal,
    onSheets: (news: Extract<ExportErrand, { readonly sheets: number }>) => void,
  ): Promise<ExportAnswer> {
    const found = new PicturePlaces(project.folder);
    const places = Object.keys(document.pictures).map((key) => [key, found.of(document, key) ?? ''] as const);
    let opened = '';
    const order: LayoutOrder | ProofOrder = {
      document,
      folder,
      places: Object.fromEntries(places),
      madeAtMs: this.#context.clock.nowMs(),
      producer: PRODUCER,
      fontsFolder: this.#places.fontsFolder,
      graphicsFolder: this.#places.graphicsFolder,
      ...what,
    };
    const isProof = 'proof' in what;
    // Every picture is reduced for it, and nobody can choose otherwise.
    const timeMs = isProof ? PROOF_TAKES * this.#limitMs : this.#limitMs;
    const outcome = await this.#threads.run(order, {
      signal,
      timeMs,
      doErrand: async (news) => {
        if ('picture' in news) opened = news.picture;
        else onSheets(news);
      },
    });
    if (outcome.ok) return outcome.answer;
    this.#context.log.write('warn', 'a layout was not painted', { reason: outcome.reason, detail: outcome.detail });
    const isDisk = NO_ROOM.some((code) => outcome.detail.includes(code));
    if (isDisk) return { ok: false, problem: { key: 'desk.export.diskFull' } };
    // The limit is of all of it: which of its pictures took the time is not known.
    if (outcome.reason === 'timeLimit')
      return {
        ok: false,
        problem: {
          key: isProof ? 'desk.export.proofTookTooLong' : 'desk.export.tookTooLong',
          params: { minutes: Math.floor(timeMs / 60_000) },
        },
      };
    // The thread died: what it had opened last is to blame.
    const died = outcome.reason === 'ended' || outcome.reason === 'memory';
    return died && opened !== ''
      ? { ok: false, problem: { key: 'desk.export.pictureBroken', params: { name: opened } } }
      : { ok: false, problem: { key: 'desk.export.failed' } };
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

/** A number needs no language; a picture of the cover alone has none. */
function nameWithPage(document: LayoutDocument, key: string): string {
  const name = document.pictures[key]?.name ?? key;
  const page = firstPageShowing(document, key);
  return page === null ? name : `${name} (${page})`;
}
