import { join, sep } from 'node:path';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { LayoutIntake } from '../../../src-core/ipc/subjects/layouts.ts';
import { PREVIEW_PX, previewFile, type PreviewPx } from '../../../src-node/pictures/picture-previews.ts';
import { PICTURES_AND_PAGES, walkPaths } from '../../../src-node/walk-folder.ts';
import { LOOK_MS, WALKED_WITHIN_MS } from '../../../src-node/disks/disks.ts';
import type { Found } from '../../../src-node/disks/found.ts';
import { isDiskFull } from '../../../src-node/disk-full.ts';
import { statOf } from '../../../src-node/stat-of.ts';
import type { DeskContext } from '../desk-context.ts';
import { CacheFolder } from '../files/cache-folder.ts';
import { isSameStamp, stampOf, type FileStamp } from '../files/file-stamp.ts';
import type { LayoutProject } from './layout-project.ts';
import { PictureIntake } from './picture-intake.ts';
import { copyIntoProject, placeInProject } from './copied-picture.ts';
import { PicturePlaces } from './picture-places.ts';
import type { PicturePool } from './picture-pool.ts';
import type { ProjectFolder } from './project-folder.ts';
import { SharedTurns } from './shared-turns.ts';

/**
 * All sizes of a picture of 24 megapixels weigh about 0.8 MB, and most are never shown large: so much holds the pictures of the last
 * dozen books, and a studio's drive does not fill up with those of all former years.
 */
const PREVIEW_BUDGET_BYTES = 2_000_000_000;

/** `silent`: its disk does not answer, and nobody knows. */
type Whereabouts = 'there' | 'gone' | 'silent';

/** The pictures of open layouts: taken in, made small, looked for. */
export class LayoutPictures {
  readonly #context: DeskContext;
  readonly #pool: PicturePool;
  /** The folder of previews. */
  readonly #cache: string;
  readonly #facesFolder: string;
  readonly #kept: CacheFolder;
  readonly #projects: () => Iterable<LayoutProject>;
  readonly #intakes = new Map<string, { readonly layoutFolder: string; readonly intake: PictureIntake }>();
  readonly #making = new Map<string, Promise<boolean | null>>();
  /** Of files whose bytes are known to be those of this key. */
  readonly #known = new Map<string, { readonly key: string; readonly stamp: FileStamp }>();
  /** On their way, by path and stamp. */
  readonly #hashing = new Map<string, Promise<string | null>>();
  /** It is asked at every change of a layout, which may be ten times a second. */
  readonly #looks = new SharedTurns<LayoutProject, ReadonlyMap<string, Whereabouts>>();

  /** `projects`: those that are open. */
  constructor(
    context: DeskContext,
    pool: PicturePool,
    { previews: cache, facesFolder }: { readonly previews: string; readonly facesFolder: string },
    projects: () => Iterable<LayoutProject>,
  ) {
    this.#context = context;
    this.#pool = pool;
    const keysInUse = (): ReadonlySet<string> =>
      new Set([...projects()].flatMap(({ document }) => Object.keys(document.pictures)));
    this.#kept = new CacheFolder(cache, { ...context, inUse: keysInUse }, PREVIEW_BUDGET_BYTES);
    this.#cache = cache;
    this.#facesFolder = facesFolder;
    this.#projects = projects;
  }

  /** Takes files and folders in. Ask `intake` how far it is. `areOthersKnown`: an import has told what lies there beside pictures. */
  take(project: LayoutProject, paths: readonly string[], areOthersKnown = false): { intakeId: string } {
    // Kept so long, for a question may be asked twice.
    this.#forget(({ intake }) => intake.isToldToEnd);
    const intakeId = `in_${this.#context.ids.base62(12)}`;
    const intake = new PictureIntake(intakeId, paths, {
      pool: this.#pool,
      disk: this.#context.disks.walked(WALKED_WITHIN_MS),
      folder: project.folder,
      cache: this.#cache,
      facesFolder: this.#facesFolder,
      areOthersKnown,
      onKept: (bytes) => this.#kept.grown(bytes),
      onChange: () => this.#context.changed('layouts'),
      log: this.#context.log,
    });
    intake.done.catch((error: unknown) => this.#context.log.write('error', 'an intake of pictures failed', { error }));
    this.#intakes.set(intakeId, { layoutFolder: project.folder.name, intake });
    return { intakeId };
  }

  /** Throws INTAKE_UNKNOWN. */
  intake(intakeId: string, after: number): LayoutIntake {
    const known = this.#intakes.get(intakeId);
    if (known === undefined) throw new AppError('INTAKE_UNKNOWN');
    return known.intake.report(after);
  }

  /** Nothing more is looked at; what came in stays, and is told. Of one that is not known there is nothing to stop. */
  stop(intakeId: string): void {
    this.#intakes.get(intakeId)?.intake.cancel();
  }

  /** The oldest intake of a layout that was not told to its end. Null: there is none. */
  untold({ folder }: LayoutProject): string | null {
    for (const [intakeId, { layoutFolder, intake }] of this.#intakes)
      if (layoutFolder === folder.name && !intake.isToldToEnd) return intakeId;
    return null;
  }

  /** Its layout was closed: what is not told yet goes on, and is told when it is opened again. */
  left(layoutFolder: string): void {
    this.#forget(({ layoutFolder: of, intake }) => of === layoutFolder && intake.isToldToEnd);
    for (const { layoutFolder: of, intake } of this.#intakes.values()) if (of === layoutFolder) intake.askerLeft();
  }

  running(): number {
    return [...this.#intakes.values()].filter(({ intake }) => !intake.isDone).length;
  }

  /**
   * Keys of pictures that are not at their place, or are others than they were when they were placed. Those of a disk that does not
   * answer are not among them: they may be where they were.
   */
  async missing(project: LayoutProject): Promise<string[]> {
    return [...(await this.#look(project))].flatMap(([key, whereabouts]) => (whereabouts === 'gone' ? key : []));
  }

  /** Keys of pictures that cannot be read now: those that are missing, and those of a disk that does not answer. */
  async away(project: LayoutProject): Promise<string[]> {
    return [...(await this.#look(project))].flatMap(([key, whereabouts]) => (whereabouts === 'there' ? [] : key));
  }

  /**
   * Looks in folders for pictures that are missing, by their size and then by their hash. Answers how many were found. Throws
   * LAYOUT_PICTURES_NO_ROOM where those of another drive are to come along; what was found before stays found.
   */
  async relink(project: LayoutProject, folders: readonly string[]): Promise<number> {
    const lost = await this.away(project);
    const bySize = new Map<number, string[]>();
    for (const key of lost) {
      const size = project.document.pictures[key]?.sizeBytes ?? 0;
      bySize.set(size, [...(bySize.get(size) ?? []), key]);
    }
    const candidates: { readonly path: string; readonly keys: readonly string[] }[] = [];
    await walkPaths(folders, {
      disk: this.#context.disks.walked(WALKED_WITHIN_MS),
      wanted: PICTURES_AND_PAGES,
      signal: new AbortController().signal,
      onFile: ({ path, sizeBytes }) => {
        const keys = bySize.get(sizeBytes);
        if (keys !== undefined) candidates.push({ path, keys });
      },
      onIgnored: () => undefined,
    });
    const { placed } = await this.#placing(project.folder, async (place) => {
      const found = new Set<string>();
      for (const { path, keys } of candidates) {
        if (keys.every((key) => found.has(key))) continue;
        const key = await this.#pool.run<'hash'>({ task: 'hash', path });
        const picture = project.document.pictures[key ?? ''];
        if (key === null || picture === undefined || !keys.includes(key)) continue;
        if (await place(key, placeInProject(project.folder, path, { key, ...picture }))) found.add(key);
      }
    });
    return placed;
  }

  /**
   * Copies every picture that lies outside of the project into it. Answers how many, and how many could not be copied; those that
   * cannot be read now stay where they are. Throws LAYOUT_PICTURES_NO_ROOM; what was copied before stays copied.
   */
  async collect(project: LayoutProject): Promise<{ copied: number; failed: number }> {
    const { document, folder } = project;
    const places = new PicturePlaces(folder);
    const away = new Set(await this.away(project));
    const inside = join(folder.path, 'pictures');
    const { placed: copied, failed } = await this.#placing(folder, async (place) => {
      for (const [key, picture] of Object.entries(document.pictures)) {
        const from = places.of(document, key);
        if (from === null || away.has(key) || from.startsWith(inside + sep)) continue;
        await place(key, copyIntoProject(folder, from, { key, ...picture }));
      }
    });
    return { copied, failed };
  }

  /** Where the preview of a picture lies. Null: no open layout has such a picture, or none can be made of it. */
  async preview(key: string, px: number): Promise<string | null> {
    if (!/^[0-9a-f]{64}$/.test(key) || !isPreviewPx(px)) return null;
    const path = previewFile(this.#cache, key, px);
    if ((await statOf(path)) !== null) {
      void this.#kept.used(path);
      return path;
    }
    const made = this.#making.get(path) ?? this.#make(key, px);
    this.#making.set(path, made);
    await made.finally(() => this.#making.delete(path));
    const found = await statOf(path);
    if (found === null) return null;
    this.#kept.grown(found.size);
    return path;
  }

  /** Stops what is taken in; what hangs in a thread is ended with the pool. */
  cancel(): void {
    for (const { intake } of this.#intakes.values()) intake.cancel();
  }

  /**
   * Keeps where pictures lie from now on, whatever becomes of the others: one that cannot be copied is left out, and counted. `work`
   * hears of each whether it was placed. Throws LAYOUT_PICTURES_NO_ROOM.
   */
  async #placing(
    folder: ProjectFolder,
    work: (place: (key: string, path: Promise<string>) => Promise<boolean>) => Promise<void>,
  ): Promise<{ placed: number; failed: number }> {
    const found = new Map<string, string>();
    let failed = 0;
    const place = async (key: string, path: Promise<string>): Promise<boolean> => {
      try {
        found.set(key, await path);
        return true;
      } catch (error) {
        if (isDiskFull(error)) throw error;
        this.#context.log.write('warn', 'a picture could not be copied into its project', { error });
        failed += 1;
        return false;
      }
    };
    try {
      try {
        await work(place);
      } finally {
        if (found.size > 0) new PicturePlaces(folder).keep(found);
      }
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      throw new AppError('LAYOUT_PICTURES_NO_ROOM', { params: { placed: found.size }, cause });
    } finally {
      this.#context.changed('layouts');
    }
    return { placed: found.size, failed };
  }

  async #make(key: string, px: PreviewPx): Promise<boolean | null> {
    for (const { folder, document } of this.#projects()) {
      const path = new PicturePlaces(folder).of(document, key);
      if (path === null || !isFound(await this.#context.disks.stat(path, LOOK_MS))) continue;
      return this.#pool.run<'previews'>({ task: 'previews', path, key, cache: this.#cache, sizes: [px] });
    }
    return null;
  }

  #forget(which: (known: { readonly layoutFolder: string; readonly intake: PictureIntake }) => boolean): void {
    for (const [intakeId, known] of this.#intakes) if (which(known)) this.#intakes.delete(intakeId);
  }

  #look(project: LayoutProject): Promise<ReadonlyMap<string, Whereabouts>> {
    return this.#looks.ask(project, async () => {
      const { document } = project;
      const places = new PicturePlaces(project.folder);
      const keys = Object.keys(document.pictures);
      return new Map(
        await Promise.all(
          keys.map(async (key) => [key, await this.#whereabouts(places.of(document, key), key)] as const),
        ),
      );
    });
  }

  async #whereabouts(path: string | null, key: string): Promise<Whereabouts> {
    const found = path === null ? null : await this.#context.disks.stat(path, LOOK_MS);
    if (path === null || !isFound(found)) return found === 'silent' ? 'silent' : 'gone';
    const stamp = stampOf(found);
    const known = this.#known.get(path);
    if (known !== undefined && isSameStamp(known.stamp, stamp)) return known.key === key ? 'there' : 'gone';
    const hash = await this.#hash(path, stamp);
    if (hash !== null) return hash === key ? 'there' : 'gone';
    // It may have been given up because the disk has fallen silent meanwhile.
    return (await this.#context.disks.stat(path, LOOK_MS)) === 'silent' ? 'silent' : 'gone';
  }

  #hash(path: string, stamp: FileStamp): Promise<string | null> {
    const name = JSON.stringify([path, stamp]);
    const hashing =
      this.#hashing.get(name) ??
      this.#pool
        .run<'hash'>({ task: 'hash', path })
        .then((hash) => {
          if (hash !== null) this.#known.set(path, { key: hash, stamp });
          return hash;
        })
        .finally(() => this.#hashing.delete(name));
    this.#hashing.set(name, hashing);
    return hashing;
  }
}

const isFound = (found: Found | null | 'silent'): found is Found => found !== null && found !== 'silent';

const isPreviewPx = (px: number): px is PreviewPx => (PREVIEW_PX as readonly number[]).includes(px);
