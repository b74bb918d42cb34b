import type { Colour, CoverSketch, PaintItem, SheetLayer, SheetSketch } from '../../src-core/composition/sketch.ts';
import { sizeMmOf, type BoxMm } from '../../src-core/specs/book-geometry.ts';
import { overlapOf } from '../../src-core/composition/lengths.ts';
import { BookFile, type PaintedBook, type PaintSources } from './book-file.ts';
import { paintItems, type Supplies } from './paint-items.ts';
import type { TakeBytes } from './pdf-output.ts';
import type { SheetCanvas } from './sheet-canvas.ts';

export interface PaintProgress {
  /** Aborted, painting rejects with its reason before the next sheet. */
  readonly signal?: AbortSignal;
  /** After each sheet, with how many there are so far. */
  readonly onSheet?: (painted: number) => void;
}

export const PAPER: Colour = { red: 255, green: 255, blue: 255, alpha: 255 };

/** Writes the cover PDF: one page of back, spine and front. */
export async function paintCover(
  book: PaintedBook,
  sketch: CoverSketch,
  sources: PaintSources,
  take: TakeBytes,
): Promise<void> {
  const file = await BookFile.begin(book, [sketch], sources, take);
  const canvas = file.addSheet('cover', 0);
  await paintGround(canvas, { xMm: 0, yMm: 0, ...sizeMmOf(book.spec, 'cover', book.pageCount) }, sketch.background);
  await paintItems(canvas, file.supplies, sketch.background, sketch.items);
  await file.finish();
}

/** Writes the contents PDF, a page of it a sheet. */
export async function paintSheets(
  book: PaintedBook,
  sheets: readonly SheetSketch[],
  sources: PaintSources,
  take: TakeBytes,
  { signal, onSheet }: PaintProgress = {},
): Promise<void> {
  const file = await BookFile.begin(
    book,
    sheets.flatMap(({ layers }) => layers),
    sources,
    take,
  );
  for (const [index, { layers }] of sheets.entries()) {
    signal?.throwIfAborted();
    await paintSheet(file.addSheet('contents', index), file.supplies, layers);
    onSheet?.(index + 1);
  }
  await file.finish();
}

/** All that is on a sheet, in its own millimetres. */
export async function paintSheet(
  canvas: SheetCanvas,
  supplies: Supplies,
  layers: readonly SheetLayer[],
): Promise<void> {
  for (const [place, layer] of layers.entries()) await paintLayer(canvas, supplies, layer, layers.slice(0, place));
}

async function paintLayer(
  canvas: SheetCanvas,
  supplies: Supplies,
  layer: SheetLayer,
  before: readonly SheetLayer[],
): Promise<void> {
  const { within, ground, originXMm, originYMm, items } = layer;
  await canvas.apart(async () => {
    if (within !== null) canvas.clipTo(within);
    if (ground !== null) await paintGround(canvas, ground.box, ground.colour);
    const painted = ground !== null ? [] : before.flatMap((earlier) => seenFrom(layer, earlier));
    await paintItems(canvas.movedTo(originXMm, originYMm), supplies, ground?.colour ?? PAPER, items, painted);
  });
}

/** What an earlier layer shows, as items in another one's places: all that a backdrop is found by. */
function seenFrom(
  { originXMm, originYMm }: SheetLayer,
  { within, ground, items, ...earlier }: SheetLayer,
): PaintItem[] {
  const moved = (box: BoxMm, xMm: number, yMm: number): BoxMm => ({ ...box, xMm: box.xMm + xMm, yMm: box.yMm + yMm });
  const grounds: PaintItem[] =
    ground === null
      ? []
      : [
          {
            kind: 'rectangle',
            box: moved(ground.box, -originXMm, -originYMm),
            fill: { ...ground.colour, alpha: 255 },
            border: null,
            cornerRadiusMm: 0,
          },
        ];
  const own = items.map((item) => {
    const onSheet = moved(item.box, earlier.originXMm, earlier.originYMm);
    return { ...item, box: moved(within === null ? onSheet : overlapOf(onSheet, within), -originXMm, -originYMm) };
  });
  return [...grounds, ...own];
}

/** White paper needs no ink. */
async function paintGround(canvas: SheetCanvas, box: BoxMm, background: Colour): Promise<void> {
  const { red, green, blue } = background;
  if (red === 255 && green === 255 && blue === 255) return;
  await canvas.apart(() => canvas.fillBox(box, 0, { ...background, alpha: 255 }));
}
