import { z } from 'zod';
import { CELLS_AROUND, COARSEST_CELL_PX, NUMBERS_OF_BOX, RGB, STEM_SIDE, wholeFours } from './face-net.ts';
import type { Block, FaceNet, Head, Projection } from './face-net.ts';

const list = z.object({ list: z.object({ i: z.array(z.string()).optional(), s: z.array(z.string()).optional() }) });

/** TensorFlow.js' graph model, as much of it as is read here. */
const graphFileSchema = z.object({
  modelTopology: z.object({
    node: z.array(
      z.object({
        name: z.string(),
        op: z.string(),
        input: z.array(z.string()).default([]),
        attr: z.object({ strides: list.optional(), fused_ops: list.optional() }).default({}),
      }),
    ),
  }),
  weightsManifest: z.array(
    z.object({
      weights: z.array(
        z.object({
          name: z.string(),
          shape: z.array(z.int().positive()),
          dtype: z.enum(['float32', 'int32']),
        }),
      ),
    }),
  ),
});

type GraphFile = z.infer<typeof graphFileSchema>;
type Step = GraphFile['modelTopology']['node'][number];
interface Weights {
  readonly shape: readonly number[];
  readonly values: Float64Array;
}

/** "Relu" in base64, as the file writes its words. */
const RELU = 'UmVsdQ==';
const CONVOLUTION = '_FusedConv2D';
const BY_CHANNEL = 'DepthwiseConv2dNative';
const BYTES_OF_NUMBER = 4;

/**
 * BlazeFace out of its two files: the parsed `blazeface.json` of TensorFlow.js and the bytes of `blazeface.bin` (little-endian).
 * Throws an Error for any other graph, or weights that are not its own.
 */
export function readNet(graphFile: unknown, bytes: Uint8Array): FaceNet {
  const { modelTopology, weightsManifest } = graphFileSchema.parse(graphFile);
  const weights = readWeights(weightsManifest, bytes);
  const readers = (name: string | undefined, op: string) =>
    modelTopology.node.filter((step) => step.op === op && step.input.some((read) => read === name));
  const weightsOf = ({ name, input }: Step, at: number): Weights =>
    weights.get(input[at] ?? '') ?? refuse(`${name} has no weights`);
  const projectionOf = (step: Step, side: number, of: number) =>
    projection(step, weightsOf(step, 1), weightsOf(step, 2), side, of);

  const input = modelTopology.node.find(({ op }) => op === 'Placeholder');
  const first = readers(input?.name, CONVOLUTION)[0] ?? refuse('nobody reads the picture');
  const stem = projectionOf(first, STEM_SIDE, RGB);
  const blocks: Block[] = [];
  const heads: Head[] = [];
  let last = first.name;
  let depth = stem.to;
  let cellPx: number = strideOf(first);
  for (;;) {
    const read = readers(last, CONVOLUTION);
    if (read.length > 0) {
      const [scores, places] = read.map((step) => projectionOf(step, 1, depth)).sort((a, b) => a.to - b.to);
      if (read.length !== 2 || places?.to !== (scores?.to ?? 0) * NUMBERS_OF_BOX || scores === undefined)
        throw refuse(`${last} has no pair of heads`);
      heads.push({ afterBlocks: blocks.length, cellPx, boxes: scores.to, scores, places });
    }
    const byChannel = readers(last, BY_CHANNEL)[0];
    if (byChannel === undefined) break;
    const together = readers(byChannel.name, CONVOLUTION)[0] ?? refuse(`nobody reads ${byChannel.name}`);
    const added = readers(together.name, 'AddV2')[0];
    const cut = added === undefined ? together : (readers(added.name, 'Relu')[0] ?? refuse(`${added.name} is not cut`));
    if (added === undefined && !isCut(together)) throw refuse(`${together.name} is not cut`);
    const stride = strideOf(byChannel);
    blocks.push({
      stride,
      taps: tapsOf(byChannel, weightsOf(byChannel, 1), depth),
      projection: projectionOf(together, 1, depth),
      isAdded: added !== undefined,
    });
    last = cut.name;
    cellPx *= stride;
    depth = blocks.at(-1)?.projection.to ?? 0;
  }
  if (heads.length !== 2 || cellPx !== COARSEST_CELL_PX) throw refuse('its grids are others');
  return { stem, blocks, heads };
}

function readWeights(manifest: GraphFile['weightsManifest'], bytes: Uint8Array): ReadonlyMap<string, Weights> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const weights = new Map<string, Weights>();
  const needed = manifest.flatMap((group) => group.weights);
  const sizeOf = (shape: readonly number[]) => shape.reduce((product, side) => product * side, 1);
  const total = needed.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
  if (total * BYTES_OF_NUMBER !== bytes.length) throw refuse('its weights are of another length');
  let at = 0;
  for (const { name, shape, dtype } of needed) {
    const values = new Float64Array(sizeOf(shape));
    for (let index = 0; index < values.length; index += 1, at += BYTES_OF_NUMBER)
      values[index] = dtype === 'int32' ? view.getInt32(at, true) : view.getFloat32(at, true);
    weights.set(name, { shape, values });
  }
  return weights;
}

/** Weights lie in the file as [value][sum] and biases as [sum]. */
function projection({ name }: Step, { shape, values }: Weights, biases: Weights, side: number, of: number): Projection {
  const to = shape[3] ?? 0;
  if (`${shape}` !== `${side},${side},${of},${to}` || biases.values.length !== to)
    throw refuse(`${name} is of another form`);
  const from = side * side * of;
  const weights = new Float64Array(from * wholeFours(to));
  for (let value = 0; value < from; value += 1)
    for (let sum = 0; sum < to; sum += 1)
      weights[(sum - (sum % 4)) * from + value * 4 + (sum % 4)] = values[value * to + sum] as number;
  const filled = new Float64Array(wholeFours(to));
  filled.set(biases.values);
  return { from, to, biases: filled, weights };
}

/** They lie in the file as [row][column][channel]. */
function tapsOf({ name }: Step, { shape, values }: Weights, depth: number): Float64Array {
  if (`${shape}` !== `3,3,${depth},1`) throw refuse(`${name} is of another form`);
  const taps = new Float64Array(values.length);
  for (const [index, value] of values.entries())
    taps[(index % depth) * CELLS_AROUND + Math.floor(index / depth)] = value;
  return taps;
}

function strideOf({ name, attr }: Step): 1 | 2 {
  const stride = Number(attr.strides?.list.i?.[1]);
  return stride === 1 || stride === 2 ? stride : refuse(`${name} has no stride`);
}

const isCut = ({ attr }: Step) => attr.fused_ops?.list.s?.includes(RELU) ?? false;

function refuse(why: string): never {
  throw new Error(`not the graph of BlazeFace: ${why}`);
}
