import { stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { PictureSubject } from '../../../src-core/composition/bound-values.ts';
import type { LayoutIntake } from '../../../src-core/ipc/subjects/layouts.ts';
import type { Log } from '../../../src-core/ports.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { isDiskFull } from '../../../src-node/disk-full.ts';
import type { LayoutPictureFile } from '../../../src-node/pictures/layout-picture.ts';
import { previewFile, type PreviewPx } from '../../../src-node/pictures/picture-previews.ts';
import type { WalkedDisk } from '../../../src-node/disks/walked-disk.ts';
import { PDFS, PICTURES, PICTURES_AND_PAGES, walkPaths } from '../../../src-node/walk-folder.ts';
import { placeInProject } from './copied-picture.ts';
import { codeOf } from './layout-project.ts';
import { PagesLookedAt, type PageWanted } from './pages-looked-at.ts';
import type { PicturePool } from './picture-pool.ts';
import type { ProjectFolder } from './project-folder.ts';

/** What is looked at: a picture, or a page of a PDF. */
type Wanted = { readonly path: string; readonly page: null } | PageWanted;

type TakenPicture = LayoutIntake['pictures'][number];

/** So many pictures are looked at at the same time; the threads take turns among intakes. */
const AT_ONCE = 4;

/** For the tray and for the stage; the largest is made when it is asked for. */
const SIZES: readonly PreviewPx[] = [320, 1024];

async function previewBytes(cache: string, key: string): Promise<number> {
  const found = await Promise.all(SIZES.map((px) => stat(previewFile(cache, key, px)).catch(() => null)));
  return found.reduce((sum, file) => sum + (file?.size ?? 0), 0);
}

export interface IntakeMeans {
  readonly pool: PicturePool;
  readonly disk: WalkedDisk;
  readonly folder: ProjectFolder;
  readonly cache: string;
  readonly facesFolder: string;
  /** What is no picture was told of already, by whoever found the pictures. */
  readonly areOthersKnown: boolean;
  /** So many bytes of previews were made of a picture. */
  readonly onKept: (bytes: number) => void;
  readonly onChange: () => void;
  readonly log: Log;
}

/** Pictures on their way into a layout. It runs on by itself; what is told is told in the order in which the files were found. */
export class PictureIntake {
  readonly done: Promise<void>;
  readonly #means: IntakeMeans;
  readonly #abort = new AbortController();
  readonly #intakeId: string;
  /** Of what is converted, and of pages. */
  readonly #folder: string;
  readonly #pages: PagesLookedAt;
  readonly #slots: (TakenPicture | null | undefined)[] = [];
  readonly #refused: LayoutIntake['refused'] = [];
  readonly #keys = new Set<string>();
  readonly #told: TakenPicture[] = [];
  #nextSlot = 0;
  /** So many of the pictures were told, and taken over by whoever asked. */
  #heard = 0;
  #isToldToEnd = false;
  #looked = 0;
  #isDone = false;

  constructor(intakeId: string, paths: readonly string[], means: IntakeMeans) {
    this.#intakeId = intakeId;
    this.#means = means;
    this.#folder = join(means.folder.path, 'pictures');
    this.#pages = new PagesLookedAt(means.pool, this.#folder, intakeId);
    this.done = this.#run(paths).finally(() => {
      this.#isDone = true;
      means.onChange();
    });
  }

  /** Pictures behind the first `after`, by the time at which they were taken. */
  report(after: number): LayoutIntake {
    const news = this.#told.slice(after);
    this.#heard = Math.max(this.#heard, after);
    this.#isToldToEnd = this.#isDone && news.length === 0;
    const timeOf = ({ takenAtMs }: TakenPicture) => takenAtMs ?? Number.POSITIVE_INFINITY;
    return {
      found: this.#slots.length,
      looked: this.#looked,
      isDone: this.#isDone,
      isStopped: this.#isDone && this.#looked < this.#slots.length,
      pictures: news.sort((a, b) => (timeOf(a) === timeOf(b) ? 0 : timeOf(a) - timeOf(b))),
      refused: [...this.#refused],
    };
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Whoever asked knows all of it. */
  get isToldToEnd(): boolean {
    return this.#isToldToEnd;
  }

  /** Whoever asked went: the next one begins with what that one has not taken over. */
  askerLeft(): void {
    this.#told.splice(0, this.#heard);
    this.#heard = 0;
  }

  /** What is being looked at comes in; nothing else is begun. */
  cancel(): void {
    this.#abort.abort();
  }

  async #run(paths: readonly string[]): Promise<void> {
    const found: string[] = [];
    const given = new Set(paths);
    await walkPaths(paths, {
      disk: this.#means.disk,
      wanted: this.#means.areOthersKnown ? PICTURES : PICTURES_AND_PAGES,
      signal: this.#abort.signal,
      onFile: ({ path, name }) => {
        // Invoices and contact sheets lie in folders of pictures too: pages are placed that somebody gave by themselves.
        if (isPdf(path) && !given.has(path)) return this.#refuse(name, { key: 'desk.picture.pdfInFolder' });
        found.push(path);
        this.#slots.push(undefined);
      },
      onIgnored: ({ name, reason }) => {
        if (!this.#means.areOthersKnown && reason.key !== 'desk.ignored.hidden') this.#refuse(name, reason);
      },
    });
    const files = await this.#withPages(found);
    let next = 0;
    const lane = async () => {
      while (next < files.length && !this.#abort.signal.aborted) {
        const slot = next++;
        const wanted: Wanted = files[slot] ?? { path: '', page: null };
        const { path } = wanted;
        // One that cannot be kept holds up none of the others, which are told in turn.
        await this.#take(slot, wanted).catch((error: unknown) => {
          this.#means.log.write('warn', 'a picture could not be taken into a layout', { error });
          this.#fill(slot, null, path, notKept(error));
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  /** Each page of a PDF stands for itself, in its place among the files. */
  async #withPages(found: readonly string[]): Promise<Wanted[]> {
    const { pool } = this.#means;
    const all: Wanted[] = [];
    for (const path of found) {
      if (this.#abort.signal.aborted) {
        all.push({ path, page: null });
        continue;
      }
      const isPages = isPdf(path);
      const counted = isPages ? await pool.run<'countPages'>({ task: 'countPages', path }, this.#intakeId) : null;
      if (!isPages) all.push({ path, page: null });
      else if (counted?.ok !== true) this.#refuse(basename(path), counted?.reason ?? { key: 'desk.picture.gaveUp' });
      else
        all.push(
          ...Array.from({ length: counted.pages }, (_, index) => ({ path, page: index + 1, pages: counted.pages })),
        );
    }
    this.#slots.length = 0;
    this.#slots.push(...all.map(() => undefined));
    return all;
  }

  async #take(slot: number, wanted: Wanted): Promise<void> {
    const { pool, cache, facesFolder } = this.#means;
    const { path, page } = wanted;
    const named = page === null ? path : `${path} p${page}`;
    const looked = await (wanted.page === null
      ? pool.run<'look'>({ task: 'look', path, folder: this.#folder }, this.#intakeId)
      : this.#pages.look(wanted));
    if (looked === null || !looked.ok) {
      return this.#fill(slot, null, named, looked?.reason ?? { key: 'desk.picture.gaveUp' });
    }
    const { picture } = looked;
    const isSound = await pool.run<'previews'>(
      { task: 'previews', path: picture.path, key: picture.key, cache, sizes: SIZES },
      this.#intakeId,
    );
    if (isSound !== true)
      return this.#fill(slot, null, named, {
        key:
          isSound === null
            ? 'desk.picture.gaveUp'
            : page === null
              ? 'desk.picture.unreadable'
              : 'desk.picture.pdfUnreadable',
      });
    this.#means.onKept(await previewBytes(cache, picture.key));
    // A page is shown whole: nothing of it is cut around heads.
    const subject =
      page === null
        ? await pool.run<'subject'>(
            { task: 'subject', path: previewFile(cache, picture.key, 320), facesFolder },
            this.#intakeId,
          )
        : null;
    await this.#accept(slot, page === null ? path : picture.path, picture, subject);
  }

  async #accept(
    slot: number,
    path: string,
    { key, ...picture }: LayoutPictureFile,
    subject: PictureSubject | null,
  ): Promise<void> {
    const name = basename(path).normalize('NFC');
    const from = await placeInProject(this.#means.folder, picture.path, { key, name, mimeType: picture.mimeType });
    this.#fill(
      slot,
      {
        key,
        ...picture,
        path: from,
        name,
        rating: 0,
        focus: null,
        ...(subject !== null && { faces: [...subject.faces], attention: subject.attention }),
      },
      path,
    );
  }

  /** The same bytes twice are one picture. */
  #fill(slot: number, picture: TakenPicture | null, path: string, reason?: TextRef): void {
    const isKnown = picture !== null && this.#keys.has(picture.key);
    if (this.#slots[slot] === undefined) this.#looked += 1;
    if (picture !== null) this.#keys.add(picture.key);
    this.#slots[slot] ??= isKnown ? null : picture;
    if (reason !== undefined) this.#refuse(basename(path), reason);
    for (let now = this.#slots[this.#nextSlot]; now !== undefined; now = this.#slots[this.#nextSlot]) {
      if (now !== null) this.#told.push(now);
      this.#nextSlot += 1;
    }
    this.#means.onChange();
  }

  #refuse(name: string, reason: TextRef): void {
    this.#refused.push({ name: name.normalize('NFC'), reason });
  }
}

const isPdf = (path: string): boolean => PDFS.endings.has(extname(path).toLowerCase());

const notKept = (error: unknown): TextRef =>
  isDiskFull(error)
    ? { key: 'desk.picture.noRoom' }
    : { key: 'desk.picture.notKept', params: { reason: codeOf(error) } };
