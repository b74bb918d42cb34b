import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { threadScript } from '../threads/testing/thread-script.ts';
import { findSubject } from './find-subject.ts';
import { openFaceNet } from './picture-faces.ts';
import { openSubjectFinder, type SubjectFinder } from './subject-finder.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FACES = join(ROOT, 'resources/faces');
const photograph = (name: string) => join(ROOT, `test/fixtures/faces/${name}.png`);
/** Grey, with something red of 30 px at a place. */
const withPatch = (widthPx: number, heightPx: number, left: number, top: number) =>
  sharp({ create: { width: widthPx, height: heightPx, channels: 3, background: '#888' } })
    .composite([{ input: { create: { width: 30, height: 30, channels: 3, background: '#e02020' } }, left, top }])
    .png()
    .toBuffer();

describe('the subject of a picture', () => {
  it('is its faces', async () => {
    const subject = await findSubject(await openFaceNet(FACES), photograph('astronaut'));
    expect(subject).toEqual({
      faces: [{ x: 0.3354, y: 0.1441, width: 0.2062, height: 0.2062, score: 0.8809 }],
      attention: null,
    });
  });

  it('is what stands out where there is nobody, whatever its proportions; where nothing does there is none', async () => {
    const net = await openFaceNet(FACES);
    for (const [widthPx, heightPx, left, top] of [
      [300, 200, 20, 120],
      [200, 300, 150, 30],
      [240, 240, 100, 60],
      [600, 120, 440, 40],
    ] as const) {
      const { faces, attention } = await findSubject(net, await withPatch(widthPx, heightPx, left, top));
      expect(faces).toEqual([]);
      expect(Math.abs((attention?.x ?? 0) * widthPx - left - 15)).toBeLessThan(0.12 * Math.max(widthPx, heightPx));
      expect(Math.abs((attention?.y ?? 0) * heightPx - top - 15)).toBeLessThan(0.12 * Math.max(widthPx, heightPx));
    }
    const plain = sharp({ create: { width: 300, height: 200, channels: 3, background: '#888' } });
    expect(await findSubject(net, await plain.png().toBuffer())).toEqual({ faces: [], attention: null });
    const tiny = sharp({ create: { width: 3, height: 400, channels: 3, background: '#888' } });
    expect(await findSubject(net, await tiny.png().toBuffer())).toEqual({ faces: [], attention: null });
  });
});

describe('the thread that looks for subjects', () => {
  let finder: SubjectFinder;
  afterEach(() => finder.close());
  const opened = (body: string, failures: string[]) =>
    openSubjectFinder(threadScript(body), FACES, (detail) => failures.push(detail));

  it.each([
    ['says that it could not', "if (task.picture[0] === 1) fail('broken'); else answer(task.facesFolder);", /broken/],
    ['dies', 'if (task.picture[0] === 1) process.exit(3); answer(task.facesFolder);', /ended with 3/],
  ])(
    'that %s keeps no picture from being taken in: it is told, and the next one is looked at',
    async (_, body, why) => {
      const failures: string[] = [];
      finder = opened(body, failures);
      expect(await finder.subjectOf(Uint8Array.of(1))).toBeNull();
      expect(failures).toEqual([expect.stringMatching(why)]);
      expect(await finder.subjectOf(Uint8Array.of(2))).toBe(FACES);
      expect(failures).toHaveLength(1);
    },
  );

  it('that is closed looks at nothing any more', async () => {
    const failures: string[] = [];
    finder = opened('answer(task.facesFolder);', failures);
    await finder.close();
    expect(await finder.subjectOf(Uint8Array.of(2))).toBeNull();
    expect(failures).toHaveLength(1);
  });
});
