import { ThreadPool } from '../threads/thread-pool.ts';
import type { DiskAnswer, DiskQuestion, OpenedAtDisk } from './answers.ts';
import { DiskFile, type DiskOfFile } from './disk-file.ts';
import { diskNames } from './disk-of.ts';
import type { Entry, Found } from './found.ts';
import { Hanging } from './hanging.ts';
import { type Answered, type Ask, Lane } from './lane.ts';
import type { WalkedDisk } from './walked-disk.ts';

/** Of somebody who looks on. A network drive in good health answers in a hundredth of it. */
export const ONLOOKER_MS = 1_000;
/** Of work that nobody waits for: a drive that sleeps takes ten seconds to wake. */
export const LOOK_MS = 15_000;

/** Of a walk that somebody asked for: a share takes its time to list ten thousand files. */
export const WALKED_WITHIN_MS = 60_000;

/** So many disks may be silent at once, each with a thread that waits for it, or two where it is read. */
const SEATS = 8;
/** A folder of a million files is one answer. */
const MEMORY_MB = 512;
/** A thread waits for a disk as long as that takes: asking again would cost another one. */
const UNTIL_IT_ANSWERS_MS = 24 * 3_600_000;
const IDLE_MS = 30_000;

/**
 * Asks disks in threads of its own, one for each disk that does not answer. Node has four threads for all that a process asks of disks and of
 * names in the network: four files of a share that is gone would keep them all. What is asked of a disk while it is being asked goes along with its next
 * questions; while it owes an answer for as long as somebody would wait, that one hears `silent` at once.
 */
export class Disks {
  readonly #ask: Ask;
  readonly #end: () => Promise<void>;
  readonly #lanes = new Map<string, Lane>();
  #isLeaving = false;
  readonly hanging = new Hanging();
  /** A disk's name, for which that is not asked. */
  readonly diskOf: (path: string) => string;

  constructor(ask: Ask, end: () => Promise<void> = async () => undefined, diskOf = diskNames()) {
    this.#ask = ask;
    this.#end = end;
    this.diskOf = diskOf;
  }

  /** `script`: the built disk-worker.ts. */
  static open(script: URL): Disks {
    const threads = new ThreadPool<readonly DiskQuestion[], readonly DiskAnswer[]>(script, {
      seats: SEATS,
      memoryMb: MEMORY_MB,
      taskTimeMs: UNTIL_IT_ANSWERS_MS,
      idleMs: IDLE_MS,
      graceMs: 0,
      leavesFilesOpen: true,
    });
    return new Disks(
      (questions) => threads.run(questions),
      () => threads.close(),
    );
  }

  /** Null: nothing is there, or it cannot be asked about. `silent`: not known now, after so long. */
  async stat(path: string, patienceMs: number): Promise<Found | null | 'silent'> {
    return (await this.#asked({ about: 'stat', path }, patienceMs)) as Found | null | 'silent';
  }

  /** The same of many, on whatever disks. */
  statAll(paths: readonly string[], patienceMs: number): Promise<readonly (Found | null | 'silent')[]> {
    return Promise.all(paths.map((path) => this.stat(path, patienceMs)));
  }

  /** What lies in a folder. Null: it is none, or cannot be looked into. */
  async list(path: string, patienceMs: number): Promise<readonly Entry[] | null | 'silent'> {
    return (await this.#asked({ about: 'list', path }, patienceMs)) as readonly Entry[] | null | 'silent';
  }

  /** As the system names it. Null: nothing is there. */
  async place(path: string, patienceMs: number): Promise<string | null> {
    const place = (await this.#asked({ about: 'place', path }, patienceMs)) as string | null;
    return place === 'silent' ? null : place;
  }

  /** Whether the disk of a path answers, whatever lies there. */
  async answers(path: string, patienceMs: number): Promise<boolean> {
    return (await this.#asked({ about: 'disk', path }, patienceMs)) !== 'silent';
  }

  /**
   * To be read from its first byte to its last, each time within `patienceMs`, by another thread than looks at the disk: neither waits for the
   * other. Null: it cannot be opened.
   */
  async open(path: string, patienceMs: number): Promise<DiskFile | null | 'silent'> {
    const name = this.diskOf(path);
    const disk: DiskOfFile = {
      ask: (question, onLate) => this.#laneOf(name, 'read').ask(question, this.#within(patienceMs), onLate),
      tell: (question) => this.#laneOf(name, 'read').tell(question),
    };
    const opened = await disk.ask({ about: 'open', path }, (late) => {
      if (late !== null) new DiskFile(late as OpenedAtDisk, disk).close();
    });
    return opened === null || opened === 'silent' ? opened : new DiskFile(opened as OpenedAtDisk, disk);
  }

  /** For a walk, to which what is not known now is what cannot be looked into. */
  walked(patienceMs: number): WalkedDisk {
    const known = <Answer>(answer: Answer | 'silent') => (answer === 'silent' ? null : answer);
    return {
      stat: async (path) => known(await this.stat(path, patienceMs)),
      list: async (path) => known(await this.list(path, patienceMs)),
    };
  }

  /** From now on nobody waits longer than somebody who looks on does. */
  hurry(): void {
    this.#isLeaving = true;
    for (const lane of this.#lanes.values()) lane.hurry(ONLOOKER_MS);
  }

  /** Whoever still waits hears `silent`. Resolves when no thread is left that can be ended. */
  async close(): Promise<void> {
    await this.#end();
  }

  #asked(question: DiskQuestion & { readonly path: string }, patienceMs: number): Promise<Answered> {
    return this.#laneOf(this.diskOf(question.path), 'looked at').ask(question, this.#within(patienceMs));
  }

  #within(patienceMs: number): number {
    return this.#isLeaving ? Math.min(patienceMs, ONLOOKER_MS) : patienceMs;
  }

  #laneOf(disk: string, use: 'looked at' | 'read'): Lane {
    const name = `${use} ${disk}`;
    const lane = this.#lanes.get(name) ?? new Lane(disk, this.#ask, () => this.#lanes.delete(name));
    this.#lanes.set(name, lane);
    return lane;
  }
}
