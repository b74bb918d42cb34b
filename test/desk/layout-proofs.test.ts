import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { layoutDocumentSchema } from '../../src-core/layout/document.ts';
import { placePicture } from '../../src-core/layout/operations/pictures.ts';
import { returnTo, isSameBook } from '../../src-core/layout/operations/return.ts';
import { done } from '../../src-core/layout/testing/sample-book.ts';
import { until } from './support/desk-bench.ts';
import { LayoutBench, photo } from './support/layout-bench.ts';

let bench: LayoutBench;
beforeEach(async () => {
  bench = await LayoutBench.open(join(inject('deskTools'), 'desk/preflight-worker.js'));
});
afterEach(() => bench.close());

const proofsFolder = () => join(bench.project, 'proofs');
const textOf = (number: number) =>
  execFileSync('pdftotext', ['-raw', bench.desk.proofOf(bench.bookId, number).path, '-'], { encoding: 'utf8' });

/** A picture on each of the first pages. */
async function layOut(...names: readonly string[]): Promise<void> {
  for (const name of names) await photo(1_600, 1_200).jpeg({ quality: 90 }).toFile(join(bench.shots, name));
  await bench.place(await bench.takeAll());
  await bench.change((document) =>
    document.pictureOrder.reduce(
      (book, picture, index) => done(placePicture(book, { surfaceId: document.order[index] ?? '', picture })),
      document,
    ),
  );
}

it('proofs are numbered and kept with their books, are there after a restart, and are returned to', async () => {
  await layOut('a.jpg', 'b.jpg');
  const shown = await bench.document();
  expect(await bench.prove()).toMatchObject({
    proofs: [{ number: 1, kind: 'spreads', steps: shown.steps }],
    problem: null,
  });
  expect(textOf(1)).toMatch(/Kim & Lee · proof 1[\s\S]*1-1/);
  await bench.change((document) => ({
    ...document,
    title: 'Kim & Park',
    pages: { ...document.pages, p1: { ...document.pages['p2']!, order: [], frames: {} } },
  }));
  const { proofs } = await bench.prove('contactSheet');
  expect(proofs.map(({ number, kind }) => [number, kind])).toEqual([
    [2, 'contactSheet'],
    [1, 'spreads'],
  ]);
  expect(textOf(2)).toContain('Kim & Park · proof 2');
  const [large, small] = [1, 2].map((number) => readFileSync(bench.desk.proofOf(bench.bookId, number).path).length);
  expect(small).toBeLessThan((large ?? 0) / 2);
  // Of the whole of the photographs a proof has a fraction.
  expect(large).toBeLessThan(readFileSync(join(bench.shots, 'a.jpg')).length / 2);

  await bench.openAgain();
  expect((await bench.proofs()).proofs).toEqual(proofs);
  const { document: kept } = await bench.desk.handlers['layouts.proof']({ bookId: bench.bookId, number: 1 });
  expect(layoutDocumentSchema.parse(kept)).toEqual(shown);
  await bench.change((document) => done(returnTo(document, kept)));
  const back = await bench.document();
  expect(isSameBook(back, shown)).toBe(true);
  expect(back.title).toBe('Kim & Park');
});

it('a proof is made of the step that it was asked for, one at a time, and what is stopped leaves nothing', async () => {
  await layOut('a.jpg');
  const { steps } = await bench.document();
  for (const other of [steps - 1, steps + 1])
    await expect(bench.beginProof('spreads', other)).rejects.toMatchObject({ code: 'LAYOUT_OUT_OF_STEP' });
  await Promise.all([bench.beginProof('spreads', steps), bench.beginProof('spreads', steps)]);
  await until(
    () => bench.proofs(),
    ({ making }) => making === null,
    60_000,
  );
  expect(readdirSync(proofsFolder())).toEqual(['0001']);
  await bench.beginProof('spreads', steps);
  await bench.desk.handlers['layouts.cancelProof']({ bookId: bench.bookId });
  expect(
    await until(
      () => bench.proofs(),
      ({ making }) => making === null,
      60_000,
    ),
  ).toMatchObject({
    proofs: [{ number: 1 }],
    problem: null,
  });
  expect(readdirSync(proofsFolder())).toEqual(['0001']);
  // The number of the one that was stopped was never given.
  expect((await bench.prove()).proofs.map(({ number }) => number)).toEqual([2, 1]);
});

it('a picture that is gone is named, and nothing is made', async () => {
  await layOut('a.jpg', 'b.jpg');
  const { steps } = await bench.document();
  rmSync(join(bench.shots, 'a.jpg'));
  await expect(bench.beginProof('spreads', steps)).rejects.toMatchObject({
    code: 'LAYOUT_PICTURES',
    text: { params: { names: 'a.jpg (1)' } },
  });
  expect(existsSync(proofsFolder())).toBe(false);
});

it('a proof that was taken away or is damaged is told as gone, and the others are listed all the same', async () => {
  await layOut('a.jpg');
  await bench.prove();
  await bench.prove('contactSheet');
  writeFileSync(join(proofsFolder(), '0001/book.json'), '{"schema": 1, "layoutId"');
  const ask = (number: number) => bench.desk.handlers['layouts.proof']({ bookId: bench.bookId, number });
  await expect(ask(1)).rejects.toMatchObject({ code: 'PROOF_GONE' });
  await expect(ask(7)).rejects.toMatchObject({ code: 'PROOF_GONE' });
  writeFileSync(join(proofsFolder(), '0001/proof.json'), '');
  expect((await bench.proofs()).proofs.map(({ number }) => number)).toEqual([2]);
  rmSync(join(proofsFolder(), '0002/proof.pdf'));
  expect((await bench.proofs()).proofs).toEqual([]);
  await expect(ask(2)).rejects.toMatchObject({ code: 'PROOF_GONE' });
  // A number is never given again.
  expect((await bench.prove()).proofs.map(({ number }) => number)).toEqual([3]);
});

it('what a death left of a proof is no proof, and goes with the next one', async () => {
  await layOut('a.jpg');
  const left = join(proofsFolder(), 'f00d.part');
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, 'proof.pdf'), '%PDF-1.7');
  await bench.openAgain();
  expect(await bench.proofs()).toEqual({ proofs: [], making: null, problem: null });
  expect((await bench.prove()).proofs.map(({ number }) => number)).toEqual([1]);
  expect(readdirSync(proofsFolder())).toEqual(['0001']);
});
