import { concatTransformationMatrix } from 'pdf-lib';
import { exportedWith, type PictureChoices } from '../../src-core/composition/embedded-parts.ts';
import type { ProofKind } from '../../src-core/layout/proof-places.ts';
import {
  proofPpi,
  proofSheetsOf,
  type ProofCell,
  type ProofSheet,
  type ProofWords,
  type Watermark,
} from '../../src-core/layout/proof-sheets.ts';
import { BookFile } from './book-file.ts';
import { LayoutPainting, type LayoutProgress, type LayoutSources, type PaintedFile } from './layout-painting.ts';
import { PAPER, paintSheet } from './paint-book.ts';
import { paintItems, turnedAbout, type Supplies } from './paint-items.ts';
import type { SheetCanvas } from './sheet-canvas.ts';

/** Everything that a proof follows from. */
export interface ProofOrder extends LayoutSources {
  readonly proof: { readonly kind: ProofKind; readonly words: ProofWords };
}

/** Paints a proof: pictures as fine as a screen shows them, in its colours. Rejects as `paintLayout`; a proof may have any size. */
export async function paintProof(order: ProofOrder, progress: LayoutProgress): Promise<PaintedFile> {
  const { document, proof } = order;
  const pictures: PictureChoices = { ...exportedWith(proofPpi(document, proof.kind), 'sRGB'), pages: 'drawn' };
  const painting = await LayoutPainting.begin(order, pictures, progress);
  const sheets = proofSheetsOf(document, proof.kind, proof.words, painting.measure);
  const layers = sheets.flatMap(({ cells }) => cells.flatMap(({ sheet }) => sheet.layers));
  return painting.write('proof', async (take) => {
    const file = await BookFile.begin(painting.book, layers, painting.sources, take);
    for (const [index, sheet] of sheets.entries()) {
      progress.signal.throwIfAborted();
      await paintProofSheet(file.addPage(sheet.size), file.supplies, sheet);
      painting.painted(index + 1, sheets.length);
    }
    await file.finish();
  });
}

async function paintProofSheet(canvas: SheetCanvas, supplies: Supplies, sheet: ProofSheet): Promise<void> {
  await paintItems(canvas, supplies, PAPER, sheet.under);
  for (const cell of sheet.cells) await paintCell(canvas, supplies, cell);
  for (const watermark of sheet.watermarks) await paintWatermark(canvas, supplies, watermark);
  await paintItems(canvas, supplies, PAPER, sheet.over);
}

const paintCell = (canvas: SheetCanvas, supplies: Supplies, { sheet, seen, xMm, yMm, scale }: ProofCell) =>
  canvas.apart(async () => {
    // A place of the sheet, x · scale + move, upwards from the foot of the page as PDF counts.
    const moveX = canvas.xPt(xMm) - scale * canvas.xPt(seen.xMm);
    const moveY = canvas.yPt(yMm) - scale * canvas.yPt(seen.yMm);
    canvas.push(concatTransformationMatrix(scale, 0, 0, scale, moveX, moveY));
    canvas.clipTo(seen);
    await paintSheet(canvas, supplies, sheet.layers);
  });

const paintWatermark = (canvas: SheetCanvas, supplies: Supplies, { item, middleXMm, middleYMm, turnDeg }: Watermark) =>
  canvas.apart(async () => {
    canvas.turn(turnedAbout(canvas, middleXMm, middleYMm, turnDeg));
    await paintItems(canvas, supplies, PAPER, [item]);
  });
