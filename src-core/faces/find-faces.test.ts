import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FACE_SEARCH_PX, findFaces } from './find-faces.ts';
import { readNet } from './read-net.ts';
import { runNet, type RgbPicture } from './run-net.ts';

const read = (file: string) => readFileSync(resolve(import.meta.dirname, '../../resources/faces', file));
const graph = JSON.parse(String(read('blazeface.json'))) as {
  modelTopology: { node: { name: string; op: string; input?: string[] }[] };
};
const weights = read('blazeface.bin');
const net = readNet(graph, weights);

/** Stripes and slopes of every colour: no picture of anything, the same everywhere. */
const pattern = (widthPx: number, heightPx: number): RgbPicture => ({
  widthPx,
  heightPx,
  samples: Uint8Array.from({ length: widthPx * heightPx * 3 }, (_, index) => (index * index * 31 + index * 7) % 251),
});

describe('the network', () => {
  it('has 32 blocks, and answers for cells of 16 and of 32 px', () => {
    expect(net.blocks).toHaveLength(32);
    expect(net.heads.map(({ cellPx, boxes }) => [cellPx, boxes])).toEqual([
      [16, 2],
      [32, 6],
    ]);
  });

  // Every bit of every number: a book that is rendered twice, on whatever machine, is cut in the same places.
  it('has the same sums on every machine, to the last bit', () => {
    const hash = createHash('sha256');
    for (const { scores, places } of runNet(net, pattern(250, 180), 256, 192)) {
      const numbers = new DataView(new ArrayBuffer((scores.length + places.length) * 8));
      [...scores, ...places].forEach((value, index) => numbers.setFloat64(index * 8, value, true));
      hash.update(new Uint8Array(numbers.buffer));
    }
    expect(hash.digest('hex')).toBe('0101f07439a7655f258e1f637750fd815f0d9bf696ff1cd1242e3a1127c5af4e');
  });

  it('keeps nothing from one picture to the next', () => {
    const first = runNet(net, pattern(64, 96), 64, 96);
    runNet(net, pattern(96, 64), 96, 64);
    expect(runNet(net, pattern(64, 96), 64, 96)).toEqual(first);
  });

  it('is refused where weights are missing, and where the graph is another one', () => {
    expect(() => readNet(graph, weights.subarray(4))).toThrow('its weights are of another length');
    expect(() => readNet({}, weights)).toThrow();
    const without = (op: string) => ({
      ...graph,
      modelTopology: { node: graph.modelTopology.node.filter((step) => step.op !== op) },
    });
    for (const op of ['Placeholder', '_FusedConv2D', 'DepthwiseConv2dNative', 'AddV2', 'Relu'])
      expect(() => readNet(without(op), weights), op).toThrow('not the graph of BlazeFace');
  });
});

describe('faces', () => {
  it('are not found in black, white or a pattern', () => {
    for (const value of [0, 255])
      expect(
        findFaces(net, { widthPx: 256, heightPx: 192, samples: new Uint8Array(256 * 192 * 3).fill(value) }),
      ).toEqual([]);
    expect(findFaces(net, pattern(256, 192))).toEqual([]);
  });

  it('are looked for in pictures of any proportions, as small as a pixel', () => {
    for (const [widthPx, heightPx] of [
      [1, 1],
      [FACE_SEARCH_PX, 1],
      [33, FACE_SEARCH_PX],
    ] as const)
      expect(findFaces(net, pattern(widthPx, heightPx))).toEqual([]);
  });

  it('are not looked for in a picture that is too large, empty, or not as large as it says', () => {
    for (const picture of [
      pattern(FACE_SEARCH_PX + 1, 10),
      pattern(0, 10),
      { ...pattern(10, 10), widthPx: 11 },
      { ...pattern(10, 10), heightPx: NaN },
    ])
      expect(() => findFaces(net, picture)).toThrow(RangeError);
  });
});
