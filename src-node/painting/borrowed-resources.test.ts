import { PDFName } from 'pdf-lib';
import { expect, it } from 'vitest';
import { colourAt, exported, handWritten, TIME_MS, useScratchFolder } from './testing/placed-book.ts';

useScratchFolder();

const RED = [255, 0, 0];
const PAPER = [255, 255, 255];

it(
  'the group of a soft mask that looks for its picture on its page finds it in the book too',
  async () => {
    const source = await handWritten('masked.pdf', '/Masked gs 1 0 0 rg 0 0 400 400 re f', ({ context }, page) => {
      const light = { Type: 'XObject', Subtype: 'Image', Width: 1, Height: 1, BitsPerComponent: 8 };
      const image = context.flateStream(Uint8Array.of(255), { ...light, ColorSpace: 'DeviceGray' });
      const group = context.flateStream('q 100 0 0 100 50 50 cm /Light Do Q', {
        ...{ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 400, 400] },
        Group: { S: 'Transparency', CS: 'DeviceGray' },
      });
      const mask = context.obj({ S: 'Luminosity', G: context.register(group) });
      page.node.setXObject(PDFName.of('Light'), context.register(image));
      page.node.Resources()?.set(PDFName.of('ExtGState'), context.obj({ Masked: { SMask: mask } }));
    });
    const book = await exported(source);
    for (const path of [source, book])
      expect([await colourAt(path, 1, 100, 100), await colourAt(path, 1, 250, 250)]).toEqual([RED, PAPER]);
  },
  TIME_MS,
);
