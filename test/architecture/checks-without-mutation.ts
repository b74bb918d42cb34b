/** A check that no file of a single fault is made for. */
export interface CheckWithoutMutation {
  readonly id: string;
  /** Why, and which test holds it instead. */
  readonly reason: string;
}

const ORDER = 'Compares books of the desk, which one file cannot show: checks/order/order.test.ts.';

export const CHECKS_WITHOUT_MUTATION: readonly CheckWithoutMutation[] = [
  { id: 'file.size', reason: 'The file would have 500 MB: checks/structure/structure.test.ts.' },
  {
    id: 'structure.pageCountDisputed',
    reason:
      'No file is known on which both engines disagree and that is not damaged: checks/structure/structure.test.ts.',
  },
  {
    id: 'structure.readingsDiffer',
    reason: 'Both read the same repaired file; needs two that differ: checks/structure/structure.test.ts.',
  },
  { id: 'structure.notRendered', reason: 'Needs a renderer that fails: checks/structure/structure.test.ts.' },
  {
    id: 'page.noBox',
    reason: 'The library that makes the books writes a MediaBox always: checks/geometry/geometry.test.ts.',
  },
  {
    id: 'gutter.picture',
    reason: 'Every page of the good book has its picture into the fold: checks/anatomy/anatomy.test.ts.',
  },
  {
    id: 'fold.facingStep',
    reason: 'Needs one picture over two pages: src-node/render/gather-pixels.test.ts, on a rendered file.',
  },
  {
    id: 'barcode.zone',
    reason: 'Off until a print house sets the size of its bar code: checks/anatomy/anatomy.test.ts.',
  },
  {
    id: 'image.samePhoto',
    reason: 'The good book takes turns with its photos: src-node/render/gather-pixels.test.ts, on a rendered file.',
  },
  {
    id: 'image.damagedData',
    reason: 'Takes a rendered book for each fault: src-node/render/picture-proof.test.ts, on files of another program.',
  },
  {
    id: 'colour.pictureInk',
    reason: 'Takes a rendered book for each fault: src-node/render/gather-pixels.test.ts, on a small file.',
  },
  { id: 'order.sameBytes', reason: ORDER },
  { id: 'order.coverName', reason: ORDER },
];
