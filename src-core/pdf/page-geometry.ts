import type { PageFacts, PageRotation, PdfRectangle } from './boxes.ts';
import type { PdfDocument } from './document.ts';
import type { PageLeaf } from './page-tree.ts';
import type { PdfValue } from './objects.ts';

/** Beyond this a number is litter, no coordinate: the largest page that PDF knows has 14,400 units (ISO 32000-1, annex C.2). */
const MAX_COORDINATE = 1e7;
/** Adobe's programs take 75,000, which with the largest page makes 381 km. */
const MAX_USER_UNIT = 75_000;

/**
 * Turns page dictionaries into facts. The pages of a book look alike: equal geometry is one shared object,
 * so that 5,000 pages weigh little in memory and little more when they cross to another thread.
 */
export class PageGeometryReader {
  private last: PageFacts | undefined;
  private readonly known = new Map<string, PageFacts>();

  constructor(private readonly document: PdfDocument) {}

  read(leaf: PageLeaf): PageFacts {
    const { dict, inherited } = leaf;
    const { damage } = this.document;
    const mediaBox = this.box(dict.get('MediaBox') ?? inherited.mediaBox);
    if (mediaBox === null) damage.note('mediaBoxMissing', this.placeOf(leaf));
    return this.shared({
      mediaBox,
      cropBox: this.box(dict.get('CropBox') ?? inherited.cropBox),
      bleedBox: this.box(dict.get('BleedBox')),
      trimBox: this.box(dict.get('TrimBox')),
      artBox: this.box(dict.get('ArtBox')),
      rotate: this.rotation(dict.get('Rotate') ?? inherited.rotate),
      userUnit: this.userUnit(dict.get('UserUnit')),
    });
  }

  private shared(facts: PageFacts): PageFacts {
    if (this.last !== undefined && isSameGeometry(this.last, facts)) return this.last;
    const key = geometryKey(facts);
    const known = this.known.get(key) ?? facts;
    this.known.set(key, known);
    this.last = known;
    return known;
  }

  private box(value: PdfValue | undefined): PdfRectangle | null {
    const { document } = this;
    const corners = document.resolve(value);
    if (corners === undefined || corners === null) return null;
    if (Array.isArray(corners) && corners.length >= 4) {
      // The first four are taken, as most programs do; Poppler takes none, and the page for a letter.
      if (corners.length > 4) document.damage.note('boxMalformed', null);
      const x1 = document.number(corners[0]);
      const y1 = document.number(corners[1]);
      const x2 = document.number(corners[2]);
      const y2 = document.number(corners[3]);
      if (isCoordinate(x1) && isCoordinate(y1) && isCoordinate(x2) && isCoordinate(y2)) {
        return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
      }
    }
    document.damage.note('boxMalformed', null);
    return null;
  }

  private rotation(value: PdfValue | undefined): PageRotation {
    if (value === undefined) return 0;
    const degrees = this.document.number(value);
    const turned = degrees === undefined ? Number.NaN : ((degrees % 360) + 360) % 360;
    if (turned === 0 || turned === 90 || turned === 180 || turned === 270) return turned;
    this.document.damage.note('rotateInvalid', null);
    return 0;
  }

  private userUnit(value: PdfValue | undefined): number {
    if (value === undefined) return 1;
    const unit = this.document.number(value);
    if (unit !== undefined && unit > 0 && unit <= MAX_USER_UNIT) return unit;
    this.document.damage.note('userUnitInvalid', null);
    return 1;
  }

  private placeOf(leaf: PageLeaf): number | null {
    return leaf.objectNumber === null ? null : this.document.xref.place(leaf.objectNumber);
  }
}

function isCoordinate(value: number | undefined): value is number {
  return value !== undefined && Math.abs(value) <= MAX_COORDINATE;
}

function isSameGeometry(a: PageFacts, b: PageFacts): boolean {
  return (
    a.rotate === b.rotate &&
    a.userUnit === b.userUnit &&
    isSameBox(a.mediaBox, b.mediaBox) &&
    isSameBox(a.cropBox, b.cropBox) &&
    isSameBox(a.bleedBox, b.bleedBox) &&
    isSameBox(a.trimBox, b.trimBox) &&
    isSameBox(a.artBox, b.artBox)
  );
}

function isSameBox(a: PdfRectangle | null, b: PdfRectangle | null): boolean {
  if (a === null || b === null) return a === b;
  return a.left === b.left && a.bottom === b.bottom && a.right === b.right && a.top === b.top;
}

function geometryKey(facts: PageFacts): string {
  const boxes = [facts.mediaBox, facts.cropBox, facts.bleedBox, facts.trimBox, facts.artBox];
  const corners = boxes.map((box) => (box === null ? '-' : `${box.left},${box.bottom},${box.right},${box.top}`));
  return `${corners.join(';')};${facts.rotate};${facts.userUnit}`;
}
