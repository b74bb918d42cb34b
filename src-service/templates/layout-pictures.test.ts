import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { threadScript } from '../../src-node/threads/testing/thread-script.ts';
import type { LayoutToDraw } from './draw-layout.ts';
import { LayoutPictures } from './layout-pictures.ts';

/** Answers with how many drawings it was asked for; a template called `broken` fails, one called `deadly` ends it, one called `endless` never comes to its end. */
const WORKER = threadScript(`
  count += 1;
  const { templateUid } = task.layout.template;
  if (templateUid === 'deadly') process.exit(3);
  if (templateUid === 'endless') for (;;);
  if (templateUid === 'broken') return fail('drawing ' + count + ' broke');
  answer(new Uint8Array([count]));
`);

const layout = (templateUid: string) => ({ template: { templateUid }, spec: {} }) as unknown as LayoutToDraw;
const open = (limits: { stuckMs?: number; idleMs?: number; graceMs?: number } = {}) =>
  new LayoutPictures(WORKER, { fontsFolder: '', graphicsFolder: '' }, limits);

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

  it('come from a new thread after one that got stuck, also for who waited behind it', async () => {
    const pictures = open({ stuckMs: 1_000, graceMs: 500 });
    const [stuck, behind] = await Promise.allSettled([pictures.of(layout('endless')), pictures.of(layout('a'))]);
    expect(stuck).toMatchObject({ reason: new Error('it took longer than 1000 ms') });
    expect(behind).toMatchObject({ status: 'fulfilled', value: new Uint8Array([1]) });
    await pictures.close();
  });

  it('leave no thread behind: one that is asked again after a while begins anew, a closed one not at all', async () => {
    const pictures = open({ idleMs: 100 });
    await pictures.of(layout('a'));
    await delay(1_000);
    expect((await pictures.of(layout('b')))[0]).toBe(1);
    await pictures.close();
    await expect(pictures.of(layout('c'))).rejects.toThrow('closed');
  });
});
