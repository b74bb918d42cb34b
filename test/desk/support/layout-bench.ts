import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { LayoutIntake } from '../../../src-core/ipc/subjects/layouts.ts';
import { layoutDocumentSchema, type LayoutDocument } from '../../../src-core/layout/document.ts';
import type { ProofKind } from '../../../src-core/layout/proof-places.ts';
import { stepBetween } from '../../../src-core/layout/testing/sample-book.ts';
import { createDesk } from '../../../src-main/desk/create-desk.ts';
import type { Desk } from '../../../src-main/desk/desk.ts';
import { depsOf, until } from './desk-bench.ts';

/** Noise, which no encoder makes small. */
export const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 }, background: '#888' },
  });

export const keyOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A desk without a service and a book of 24 pages that is open on it, with a folder of shots beside. */
export class LayoutBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'desk-layout-'));
  readonly shots = join(this.folder, 'shots');
  bookId = '';
  /** What the desk said that it changed. */
  readonly changes: string[] = [];
  #desk: Desk | null = null;
  #workerFile = '';

  static async open(workerFile: string): Promise<LayoutBench> {
    const bench = new LayoutBench();
    mkdirSync(join(bench.shots, 'second day'), { recursive: true });
    bench.#workerFile = workerFile;
    await bench.#start();
    const wish = { title: 'Kim & Lee', specUid: 'SQUAREBOOK_HC', pageCount: 24 };
    ({ bookId: bench.bookId } = await bench.desk.handlers['layouts.create'](wish));
    await bench.desk.handlers['layouts.open']({ bookId: bench.bookId });
    return bench;
  }

  async #start(): Promise<void> {
    this.#desk = await createDesk({
      ...depsOf(join(this.folder, 'data'), { workerFile: this.#workerFile, samplesFolder: this.shots }),
      onChange: (topics) => this.changes.push(...topics),
    });
  }

  /** Ends the desk, begins it anew on what it left, and opens the book. */
  async openAgain(): Promise<void> {
    await this.#desk?.close();
    await this.#start();
    await this.desk.handlers['layouts.open']({ bookId: this.bookId });
  }

  get desk(): Desk {
    if (this.#desk === null) throw new Error('the desk is not open');
    return this.#desk;
  }

  get project(): string {
    return join(this.folder, 'data/layouts/Kim & Lee');
  }

  async takeAll(paths: readonly string[] = [this.shots]): Promise<LayoutIntake> {
    const { bookId } = this;
    const { intakeId } = await this.desk.handlers['layouts.addPictures']({ bookId, paths: [...paths] });
    const done = await until(
      () => this.desk.handlers['layouts.intake']({ bookId, intakeId, after: 0 }),
      ({ isDone }) => isDone,
    );
    return done as LayoutIntake;
  }

  async document(): Promise<LayoutDocument> {
    return layoutDocumentSchema.parse((await this.desk.handlers['layouts.open']({ bookId: this.bookId })).document);
  }

  /** One step of the window. */
  async change(act: (document: LayoutDocument) => LayoutDocument): Promise<void> {
    const before = await this.document();
    const after = act(before);
    const lines = [stepBetween(before, after)];
    await this.desk.handlers['layouts.append']({ bookId: this.bookId, after: before.steps, lines });
  }

  /** Puts pictures that were taken in into the document. */
  place({ pictures }: LayoutIntake): Promise<void> {
    const named = Object.fromEntries(pictures.map(({ key, ...picture }) => [key, picture]));
    return this.change((document) => ({ ...document, pictures: named, pictureOrder: Object.keys(named) }));
  }

  /** Makes a proof as the shell asks for one, in its language. */
  async beginProof(kind: ProofKind, steps: number): Promise<void> {
    await this.desk.makeProof(this.bookId, steps, {
      kind,
      wordsOf: (title, number) => ({
        watermark: 'PROOF',
        cover: 'Cover',
        title,
        about: `proof ${number}`,
        panels: { front: 'F', back: 'B', spine: 'S' },
      }),
    });
  }

  proofs() {
    return this.desk.handlers['layouts.proofs']({ bookId: this.bookId });
  }

  /** Makes one of the book of now. */
  async prove(kind: ProofKind = 'spreads') {
    await this.beginProof(kind, (await this.document()).steps);
    return until(
      () => this.proofs(),
      ({ making }) => making === null,
      60_000,
    );
  }

  async close(): Promise<void> {
    await this.#desk?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
