import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LayoutToDraw } from './draw-layout.ts';
import { LayoutPictures } from './layout-pictures.ts';

/** Answers with how many drawings it was asked for; a template called `broken` fails, one called `deadly` ends it, one called `endless` never comes to its end. */
const WORKER = `
import { parentPort } from 'node:worker_threads';
let drawn = 0;
parentPort.on('message', (message) => {
  if (message.type === 'end') return parentPort.close();
  drawn += 1;
  const { templateUid } = message.template;
  if (templateUid === 'deadly') process.exit(3);
  if (templateUid === 'endless') for (;;);
  const ok = templateUid !== 'broken';
  parentPort.postMessage({ ok, templateUid, jpeg: new Uint8Array([drawn]), reason: 'drawing ' + drawn + ' broke' });
});
`;

let folder: string;
let workerFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'layout-pictures-'));
  workerFile = join(folder, 'worker.mjs');
  await writeFile(workerFile, WORKER);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const layout = (templateUid: string) => ({ template: { templateUid }, spec: {} }) as unknown as LayoutToDraw;
const open = (stuckMs = 60_000) => new LayoutPictures(workerFile, { fontsFolder: '', graphicsFolder: '' }, stuckMs);

describe('pictures of layouts', () => {
  it('are drawn once, however often and however soon they are asked for', async () => {
    const pictures = open();
    const [first, same, other] = await Promise.all([
      pictures.of(layout('a')),
      pictures.of(layout('a')),
      pictures.of(layout('b')),
    ]);
    expect([first[0], same[0], other[0], (await pictures.of(layout('a')))[0]]).toEqual([1, 1, 2, 1]);
    await pictures.close();
  });

  it('that could not be drawn are tried again when asked for again, and take nothing else along', async () => {
    const pictures = open();
    const [broken, sound] = await Promise.allSettled([pictures.of(layout('broken')), pictures.of(layout('a'))]);
    expect([broken.status, sound.status]).toEqual(['rejected', 'fulfilled']);
    await expect(pictures.of(layout('broken'))).rejects.toThrow('drawing 3 broke');
    await pictures.close();
  });

  it('come from a new thread after one that died', async () => {
    const pictures = open();
    await expect(pictures.of(layout('deadly'))).rejects.toThrow('ended');
    expect((await pictures.of(layout('a')))[0]).toBe(1);
    await pictures.close();
  });

  it('come from a new thread after one that got stuck; who waited behind it is told', async () => {
    const pictures = open(1_000);
    const outcomes = await Promise.allSettled([pictures.of(layout('endless')), pictures.of(layout('a'))]);
    expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'drawn'))).toEqual([
      'Error: drawing took too long',
      'Error: drawing took too long',
    ]);
    expect((await pictures.of(layout('a')))[0]).toBe(1);
    await pictures.close();
  });

  it('leave no thread behind: closed, one that is asked again begins anew', async () => {
    const pictures = open();
    await pictures.of(layout('a'));
    await pictures.close();
    expect((await pictures.of(layout('b')))[0]).toBe(1);
    await pictures.close();
  });
});
