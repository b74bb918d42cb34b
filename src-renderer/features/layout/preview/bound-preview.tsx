import { useMemo } from 'react';
import type { TextMeasure } from '../../../../src-core/composition/sketch.ts';
import type { LayoutDocument } from '../../../../src-core/layout/document.ts';
import { spreadGeometry } from '../../../../src-core/layout/spread-geometry.ts';
import { spreadAt, spreadsOf } from '../../../../src-core/layout/spreads.ts';
import type { Thresholds } from '../../../../src-core/preflight/thresholds.ts';
import { boundBook } from '../../../../src-core/specs/bound-book.ts';
import type { BookPlace } from '../../../../src-core/specs/bound-place.ts';
import { pixelsOf, type BookFaces } from '../../bound/book-look.ts';
import { BoundView } from '../../bound/bound-view.tsx';
import { documentOf, useLayoutPart } from '../layout-context.ts';
import { SheetView } from '../stage/sheet-view.tsx';
import { stageSheetOf } from '../stage/stage-sheet.ts';
import styles from './bound-preview.module.css';

interface BoundPreviewProps {
  /** Null until the faces of texts are there. */
  readonly measure: TextMeasure | null;
  readonly thresholds: Thresholds;
  readonly place: BookPlace;
}

/** The layout as the book that it will be. */
export function BoundPreview({ measure, thresholds, place }: BoundPreviewProps) {
  const document = useLayoutPart(documentOf);
  const faces = useMemo(() => facesOf(document, thresholds, measure), [document, thresholds, measure]);
  return <BoundView faces={faces} place={place} />;
}

function facesOf(document: LayoutDocument, thresholds: Thresholds, measure: TextMeasure | null): BookFaces {
  const { spec, order, title } = document;
  const book = boundBook(spec, order.length);
  const { bound, gutterMm } = spreadGeometry(document, 0, thresholds);
  const sheet = (at: number | 'cover', scale: number) => (
    <SheetView sheet={stageSheetOf(document, at, thresholds)} {...{ document, scale, measure }} isPreview />
  );
  return {
    book,
    title,
    bindingEdge: spec.bindingEdge,
    spreads: spreadsOf(document).length,
    bound,
    gutterMm,
    pageOn: (half, at) => {
      const id = spreadAt(document, at)[half];
      if (id === null) return null;
      // A spread is measured from the top left of its left half.
      const left = (scale: number): number => (half === 'left' ? 0 : -pixelsOf(book.page.widthMm, scale));
      return {
        id,
        draw: (scale) => (
          <div className={styles.spread} style={{ left: left(scale) }}>
            {sheet(at, scale)}
          </div>
        ),
      };
    },
    cover: (scale) => sheet('cover', scale),
  };
}
