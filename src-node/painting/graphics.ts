import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BoxMm } from '../../src-core/specs/book-geometry.ts';
import { mmToPoints } from '../../src-core/units.ts';
import type { SheetCanvas } from './sheet-canvas.ts';

/** Drawings of the template catalogue: paths of their own, sharp at every size. */
export class Graphics {
  private readonly sources = new Map<string, string>();

  constructor(private readonly folder: string) {}

  async draw(canvas: SheetCanvas, name: string, box: BoxMm, opacity: number): Promise<void> {
    const svg = this.sourceOf(name);
    await canvas.apart(() => {
      canvas.push(...canvas.alpha(Math.round(opacity * 255)));
      canvas.page.drawSvg(svg, {
        x: canvas.xPt(box.xMm),
        y: canvas.yPt(box.yMm),
        width: mmToPoints(box.widthMm),
        height: mmToPoints(box.heightMm),
      });
    });
  }

  private sourceOf(name: string): string {
    const known = this.sources.get(name);
    if (known !== undefined) return known;
    const svg = readFileSync(join(this.folder, name), 'utf8');
    this.sources.set(name, svg);
    return svg;
  }
}
