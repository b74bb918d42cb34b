import { RGB, STEM_SIDE, type Block, type FaceNet, type Head } from './face-net.ts';
import {
  addEverySecond,
  addGreatest,
  addNeighbours,
  emptyLayer,
  emptyRow,
  gatherPixels,
  keepRow,
  keepRowAdded,
  project,
  rowStart,
  type Layer,
} from './layer-sums.ts';

/** 8 bits of red, green and blue a pixel, row by row from the top left. */
export interface RgbPicture {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly samples: Uint8Array;
}

/** What a head says of each cell, row by row: `boxes` scores (not yet shares), and the numbers of each box. */
export interface HeadAnswer {
  readonly head: Head;
  readonly columns: number;
  readonly rows: number;
  readonly scores: Float64Array;
  readonly places: Float64Array;
}

/** The network is fully convolutional: the picture is run at its own proportions, with black up to `columns` × `rows` pixels. */
export function runNet(net: FaceNet, picture: RgbPicture, columns: number, rows: number): HeadAnswer[] {
  const answers: HeadAnswer[] = [];
  let layer = runStem(net, picture, columns, rows);
  let spare: Layer | null = null;
  net.blocks.forEach((block, index) => {
    // A layer is needed until the next is made: two of each size serve in turns.
    const isOfOneSize = block.stride === 1 && block.projection.to === layer.depth;
    const made = runBlock(block, layer, isOfOneSize ? spare : null);
    spare = isOfOneSize ? layer : null;
    layer = made;
    for (const head of net.heads) if (head.afterBlocks === index + 1) answers.push(ask(head, layer));
  });
  return answers;
}

/** Before the picture lies one pixel that is nothing, behind it two: TensorFlow's SAME for 5 × 5 and a stride of 2. */
function runStem({ stem }: FaceNet, { widthPx, heightPx, samples }: RgbPicture, columns: number, rows: number): Layer {
  const pitch = columns + STEM_SIDE - 2;
  const bordered = new Float64Array(pitch * (rows + STEM_SIDE - 2) * RGB);
  for (let row = 0; row < rows; row += 1) {
    const start = ((row + 1) * pitch + 1) * RGB;
    bordered.fill(BLACK, start, start + columns * RGB);
    if (row >= heightPx) continue;
    const from = row * widthPx * RGB;
    for (let index = 0; index < widthPx * RGB; index += 1)
      bordered[start + index] = (samples[from + index] as number) / HALF_WHITE - 1;
  }
  const layer = emptyLayer(columns / 2, rows / 2, stem.to);
  const pixels = new Float64Array((layer.columns + 1) * stem.from);
  const sums = emptyRow(layer.columns, stem.to);
  for (let row = 0; row < layer.rows; row += 1) {
    gatherPixels(bordered, pitch, row, layer.columns, pixels);
    project(stem, pixels, 0, layer.columns, sums);
    keepRow(sums, layer, row);
  }
  return layer;
}

/** What the network was taught: samples from -1 to 1. */
const BLACK = -1;
const HALF_WHITE = 127.5;

/** `spare` is a layer of the size that is made, which nobody needs any more: it is written over. */
function runBlock({ stride, taps, projection, isAdded }: Block, layer: Layer, spare: Layer | null): Layer {
  const made = spare ?? emptyLayer(layer.columns / stride, layer.rows / stride, projection.to);
  const neighbours = emptyRow(made.columns, layer.depth);
  const sums = emptyRow(made.columns, projection.to);
  for (let row = 0; row < made.rows; row += 1) {
    if (stride === 1) addNeighbours(layer, taps, row, neighbours);
    else addEverySecond(layer, taps, row, neighbours);
    project(projection, neighbours, 0, made.columns, sums);
    if (isAdded && stride === 2) addGreatest(layer, row, made.depth, sums);
    if (isAdded && stride === 1) keepRowAdded(sums, layer, made, row);
    else keepRow(sums, made, row);
  }
  return made;
}

function ask(head: Head, layer: Layer): HeadAnswer {
  const { columns, rows } = layer;
  const read = (projection: Head['scores']): Float64Array => {
    const all = new Float64Array(rows * columns * projection.to);
    const sums = emptyRow(columns, projection.to);
    const width = projection.biases.length;
    for (let row = 0; row < rows; row += 1) {
      project(projection, layer.values, rowStart(layer, row), columns, sums);
      for (let column = 0; column < columns; column += 1)
        all.set(
          sums.subarray(column * width, column * width + projection.to),
          (row * columns + column) * projection.to,
        );
    }
    return all;
  };
  return { head, columns, rows, scores: read(head.scores), places: read(head.places) };
}
