import type { LayoutIntake, OpenLayout } from '../../../src-core/ipc/subjects/layouts.ts';
import { entryOf, type EntryId } from '../../../src-core/layout/themed/uses.ts';
import { surfaceOf, type LayoutDocument, type SurfaceId } from '../../../src-core/layout/document.ts';
import { History, wholeStep, type Gesture, type StepLine } from '../../../src-core/layout/history.ts';
import { addPictures, type KeyedPicture } from '../../../src-core/layout/operations/pictures.ts';
import { isRefusal, type Outcome } from '../../../src-core/layout/refusal.ts';
import { isSoundDocument } from '../../../src-core/layout/sound.ts';
import { spreadsOf } from '../../../src-core/layout/spreads.ts';
import { openFrames, surfaceIdOf } from '../../../src-core/layout/surface-change.ts';
import type { Clock } from '../../../src-core/ports.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { callStudio, wireErrorOf } from '../../bridge.ts';
import { createStore, type Store } from '../../ui/store.ts';
import { showToast } from '../../ui/toast-store.ts';
import { BookFilling } from './book-filling.ts';

/** What lies on the stage: the cover, or a spread by its number. */
export type Place = 'cover' | number;

/** Frames of one surface. */
export interface Selection {
  readonly surfaceId: SurfaceId;
  readonly frameIds: readonly string[];
}

export interface LayoutView {
  /** As it is kept. */
  readonly document: LayoutDocument;
  /** What a gesture in progress would make of it; null: no hand is on it. */
  readonly draft: LayoutDocument | null;
  /** The draft as it was within the last moment: for what is read and not followed by the eye. */
  readonly calmDraft: LayoutDocument | null;
  readonly place: Place;
  readonly selection: Selection | null;
  /** The entry of a template whose values are shown; null: the first one there is, if there is one. */
  readonly entry: EntryId | null;
  /** The page that was worked on last: what acts on a page acts on this one. */
  readonly page: SurfaceId | null;
  /** The picture in its frame is moved, not the frame. */
  readonly isInside: boolean;
  /** The text that is being written. */
  readonly writing: string | null;
  /** What undo and redo would do, as labels of the catalogue. */
  readonly undoes: string | null;
  readonly redoes: string | null;
  readonly saving: 'saved' | 'saving' | 'failed';
  readonly readOnly: TextRef | null;
}

export interface IntakeUnderWay {
  readonly intakeId: string;
  /** So many pictures of it are in the book. */
  readonly taken: number;
  /** When pictures were taken last, of it or of the one before it; 0: none were. */
  readonly tookAtMs: number;
  readonly isDone: boolean;
  /** Those of this intake, and of the ones before it that nobody has read yet. */
  readonly refused: LayoutIntake['refused'];
  /** Pictures that were not looked at any more, as it was stopped. */
  readonly leftOut: number;
  /** Pages of PDFs that came in with it. */
  readonly pages: readonly string[];
  /** Where those of it, and of the ones after it, are placed from once they are all there; of one that is not named they wait in the tray. */
  readonly placeFrom: Readonly<Record<string, SurfaceId>>;
  /** Intakes that began meanwhile: they are told after this one. */
  readonly next: readonly string[];
}

/** A field in which a text of the book is being typed. */
export interface TypedText {
  /** Keeps what is typed; false: it cannot be printed as it is, or is refused. */
  readonly leave: () => boolean;
  /** Gives the field the focus. It says by itself what is wrong with its text. */
  readonly show: () => void;
}

const NOTHING_DRAFTED = { draft: null, calmDraft: null } as const;

/** How long steps wait for one another before they go to the disk. */
const WRITE_AFTER_MS = 250;
const TRY_AGAIN_AFTER_MS = 2_000;
/** Figures and findings beside the stage follow a hand on it this often: faster nobody reads. */
const CALM_MS = 100;
/** What one call may bring; what waited longer for its disk goes in several. */
const STEPS_AT_ONCE = 1_000;
/** What a project says to steps that do not follow on what it has: it never takes them. */
const DO_NOT_FOLLOW: ReadonlySet<string> = new Set(['LAYOUT_STEP_REFUSED', 'LAYOUT_OUT_OF_STEP']);

/**
 * A book on the stage: the document with its history, what is shown of it, and the way of its steps to the disk. Steps that
 * could not be kept stay here and are tried again; nothing is let go before it is answered for.
 */
export class LayoutSession {
  readonly bookId: string;
  readonly view: Store<LayoutView>;
  readonly #history: History;
  #waiting: StepLine[] = [];
  #kept: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #calm: ReturnType<typeof setTimeout> | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** Pictures that are being taken in; null: none are, and nothing is to be told of the last ones. */
  readonly intake: Store<IntakeUnderWay | null> = createStore<IntakeUnderWay | null>(null);
  /** The export that was begun last, until somebody has read what came of it. */
  readonly exporting: Store<string | null> = createStore<string | null>(null);
  /** The number of the newest proof when another one was begun here, until somebody knows what came of it; null: none was begun. */
  readonly proofing: Store<number | null> = createStore<number | null>(null);
  readonly filling = new BookFilling();
  readonly #clock: Clock;
  #isHeld = false;
  #hasEnded = false;
  #arrived: (() => void)[] = [];
  readonly #typed = new Set<TypedText>();

  constructor(bookId: string, opened: OpenLayout, clock: Clock) {
    this.#clock = clock;
    this.bookId = bookId;
    this.#kept = opened.document.steps;
    this.#history = new History(opened.document, (line) => this.#keep(line), opened);
    this.view = createStore<LayoutView>({
      document: opened.document,
      draft: null,
      calmDraft: null,
      place: 'cover',
      selection: null,
      entry: null,
      page: null,
      isInside: false,
      writing: null,
      undoes: this.#history.undoes,
      redoes: this.#history.redoes,
      saving: 'saved',
      readOnly: opened.readOnly,
    });
  }

  get document(): LayoutDocument {
    return this.#history.document;
  }

  /** Does it, as one step: `label` names it for undo. A refusal is told and changes nothing. Answers whether it was done. */
  do(label: string, outcome: Outcome, gesture: Gesture | null = null): boolean {
    if (this.#hasEnded) return false;
    if (isRefusal(outcome)) {
      this.#set(NOTHING_DRAFTED);
      showToast({ text: outcome.refused });
      return false;
    }
    const { readOnly } = this.view.get();
    if (readOnly !== null) {
      this.#set(NOTHING_DRAFTED);
      showToast({ text: readOnly });
      return false;
    }
    // The disk would take neither this step nor any after it.
    if (!isSoundDocument(outcome)) {
      this.#set(NOTHING_DRAFTED);
      showToast({ text: { key: 'layout.refused.unsound' }, tone: 'bad' });
      return false;
    }
    if (this.#losesWriting(outcome) && !this.leaveText()) {
      this.#set(NOTHING_DRAFTED);
      return false;
    }
    this.#history.take(label, outcome, this.#clock.nowMs(), gesture);
    this.#shown();
    return true;
  }

  /**
   * Does what was asked for and comes later, a plan that was made. It waits for a hand on the stage: what the hand will have done is
   * made of the document that it began with.
   */
  arrive(label: string, make: (document: LayoutDocument) => Outcome): void {
    this.#whenFree(() => void this.do(label, make(this.document)));
  }

  /** Adds pictures that were read. They are no step: undo never takes them out of the book. They wait for a hand on the stage, too. */
  addPictures(pictures: readonly KeyedPicture[]): void {
    this.#whenFree(() => {
      const outcome = addPictures(this.document, { pictures });
      const refusal = isRefusal(outcome) ? outcome.refused : this.view.get().readOnly;
      if (refusal !== null) return showToast({ text: refusal });
      const added = (document: LayoutDocument): LayoutDocument => {
        const taken = addPictures(document, { pictures });
        return isRefusal(taken) ? document : taken;
      };
      this.#history.arrive('addPictures', added, this.#clock.nowMs());
      this.#shown();
    });
  }

  /** When no hand is on the stage, and what waited for it is done. */
  untilFree(): Promise<void> {
    return new Promise((free) => this.#whenFree(free));
  }

  #whenFree(take: () => void): void {
    if (this.#isHeld) this.#arrived.push(take);
    else take();
  }

  /** A hand is on the stage. Nothing else changes the document until it is released. */
  get isHeld(): boolean {
    return this.#isHeld;
  }
  hold(): void {
    this.#isHeld = true;
  }
  release(): void {
    this.#isHeld = false;
    const arrived = this.#arrived;
    this.#arrived = [];
    for (const take of arrived) take();
  }

  /** Shows what a gesture would do, without doing it. A refusal leaves what was shown last. */
  show(outcome: Outcome): void {
    if (isRefusal(outcome)) return;
    this.#set({ draft: outcome, ...(this.#calm === null ? { calmDraft: outcome } : {}) });
    this.#calm ??= setTimeout(() => {
      this.#calm = null;
      const { draft, calmDraft } = this.view.get();
      if (draft !== null && draft !== calmDraft) this.show(draft);
    }, CALM_MS);
  }
  letGo(): void {
    if (this.view.get().draft !== null) this.#set(NOTHING_DRAFTED);
  }

  /** A text is being typed: before anything else is selected or shown it is left. Ends with what is answered. */
  typing(typed: TypedText): () => void {
    this.#typed.add(typed);
    return () => {
      this.#typed.delete(typed);
    };
  }
  /** Keeps the text that is being typed; false: it cannot be kept, and stays until it is mended or given up. */
  leaveText(): boolean {
    const [stays] = [...this.#typed].filter((typed) => !typed.leave());
    if (stays === undefined) return true;
    // A press moves the focus only after what it does here.
    setTimeout(stays.show);
    return false;
  }

  /** Whether the frame of the text that is being written would be gone. */
  #losesWriting(outcome: LayoutDocument): boolean {
    const { selection, writing } = this.view.get();
    if (writing === null || selection === null) return false;
    return surfaceOf(outcome, selection.surfaceId)?.frames[writing] === undefined;
  }

  undo(): void {
    if (!this.leaveText()) return;
    if (this.view.get().readOnly === null && this.#history.undo(this.#clock.nowMs()) !== null) this.#shown();
  }
  redo(): void {
    if (!this.leaveText()) return;
    if (this.view.get().readOnly === null && this.#history.redo(this.#clock.nowMs()) !== null) this.#shown();
  }

  goTo(place: Place): void {
    const last = spreadsOf(this.document).length - 1;
    const next = place === 'cover' ? place : Math.min(Math.max(place, 0), last);
    if (next === this.view.get().place || !this.leaveText()) return;
    this.#set({
      place: next,
      page: null,
      selection: null,
      entry: null,
      isInside: false,
      writing: null,
      ...NOTHING_DRAFTED,
    });
  }

  select(selection: Selection | null): void {
    const { writing } = this.view.get();
    const keepsWriting = writing !== null && selection?.frameIds.includes(writing) === true;
    if (!keepsWriting && !this.leaveText()) return;
    this.#set({
      selection: selection === null || selection.frameIds.length === 0 ? null : selection,
      ...(selection === null ? {} : { page: selection.surfaceId }),
      isInside: false,
      writing: keepsWriting ? writing : null,
    });
  }
  /** What its template is given is shown, in place of what is selected. */
  chooseEntry(entry: EntryId | null): void {
    if (!this.leaveText()) return;
    this.#set({ entry, selection: null, isInside: false, writing: null });
  }
  /** Wherever it lies by now. */
  selectFrame(frameId: string): void {
    const surfaceId = surfaceIdOf(this.document, frameId);
    this.select(surfaceId === undefined ? null : { surfaceId, frameIds: [frameId] });
  }
  workOn(page: SurfaceId): void {
    this.#set({ page });
  }
  goInside(isInside: boolean): void {
    this.#set({ isInside });
  }
  /** Opens the field of a text, or none. A text that may not be changed is not opened, and the refusal is told. */
  write(frameId: string | null): void {
    if (frameId !== null) {
      if (!this.leaveText()) return;
      const open = openFrames(this.document, {
        surfaceId: surfaceIdOf(this.document, frameId) ?? '',
        frameIds: [frameId],
      });
      const refusal = this.view.get().readOnly ?? (isRefusal(open) ? open.refused : null);
      if (refusal !== null) return void showToast({ text: refusal });
    }
    this.#set({ writing: frameId, isInside: false });
  }

  /** Steps that are not on the disk yet. */
  get unkept(): number {
    return this.#waiting.length;
  }

  /** Writes what waits, one call after another; resolves when it is kept or could not be. */
  flush(): Promise<void> {
    this.#stopTimer();
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  /**
   * Gives up what could not be kept, and keeps nothing from here on: the book may be open again by then, and a step of this
   * session would change it under the next one. A drag may end behind it, when its hand is lifted.
   */
  end(): void {
    this.#hasEnded = true;
    this.#stopTimer();
    if (this.#calm !== null) clearTimeout(this.#calm);
    this.#waiting = [];
    this.#arrived = [];
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #keep(line: StepLine): void {
    if (this.#hasEnded) return;
    this.#waiting.push(line);
    this.#writeAfter(WRITE_AFTER_MS);
  }

  #writeAfter(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms);
  }

  async #write(): Promise<void> {
    // Steps that are made while these are written wait for the next time.
    const lines = this.#waiting.slice(0, STEPS_AT_ONCE);
    if (lines.length === 0) return;
    try {
      await this.#append(lines).catch((error: unknown) => {
        if (!DO_NOT_FOLLOW.has(wireErrorOf(error).code)) throw error;
        return this.#keepWhole();
      });
      this.#set({ saving: this.#waiting.length === 0 ? 'saved' : 'saving' });
      if (lines.length === STEPS_AT_ONCE) await this.#write();
    } catch (error) {
      if (this.#hasEnded) return;
      if (this.view.get().saving !== 'failed') showToast({ text: wireErrorOf(error).text, tone: 'bad' });
      this.#set({ saving: 'failed' });
      this.#writeAfter(TRY_AGAIN_AFTER_MS);
    }
  }

  async #append(lines: readonly StepLine[]): Promise<void> {
    const { steps } = await callStudio('layouts.append', { bookId: this.bookId, after: this.#kept, lines: [...lines] });
    if (steps !== this.#kept + lines.length) return this.#keepWhole();
    this.#kept = steps;
    this.#waiting = this.#waiting.slice(lines.length);
  }

  /** One step from what the disk has to what is here, in place of those that it refuses: the work is kept, and its undo given up. */
  async #keepWhole(): Promise<void> {
    // Asking for the book would open it anew, with nobody to close it.
    if (this.#hasEnded) return;
    const { document: kept } = await callStudio('layouts.open', { bookId: this.bookId });
    const line = wholeStep(kept, this.document, this.#clock.nowMs());
    const replaced = this.#waiting.length;
    const { steps } =
      line.set.length === 0
        ? kept
        : await callStudio('layouts.append', { bookId: this.bookId, after: kept.steps, lines: [line] });
    this.#kept = steps;
    this.#waiting = this.#waiting.slice(replaced);
    this.#history.beginAnew(steps + this.#waiting.length);
    this.#shown();
    showToast({ text: { key: 'layout.keptWhole' }, tone: 'bad' });
  }

  /** After a step: what is selected and shown may be gone. */
  #shown(): void {
    const { document } = this;
    const { place, selection, writing, entry } = this.view.get();
    const frames = selection === null ? undefined : surfaceOf(document, selection.surfaceId)?.frames;
    const frameIds = selection?.frameIds.filter((id) => frames?.[id] !== undefined) ?? [];
    const spreads = spreadsOf(document).length;
    this.#set({
      document,
      ...NOTHING_DRAFTED,
      place: place === 'cover' ? place : Math.min(place, spreads - 1),
      selection: selection === null || frameIds.length === 0 ? null : { ...selection, frameIds },
      writing: writing !== null && frames?.[writing] !== undefined ? writing : null,
      entry: entry !== null && entryOf(document, entry) === undefined ? null : entry,
      undoes: this.#history.undoes,
      redoes: this.#history.redoes,
      ...(this.view.get().saving === 'saved' && this.#waiting.length > 0 ? { saving: 'saving' as const } : {}),
    });
  }

  #set(change: Partial<LayoutView>): void {
    this.view.set((former) => ({ ...former, ...change }));
  }
}
