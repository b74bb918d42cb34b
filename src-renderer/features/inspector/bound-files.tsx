import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { BookDetail, BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { spreadAt, spreadOfPdfPage, spreadsOf } from '../../../src-core/layout/spreads.ts';
import { gutterOf } from '../../../src-core/preflight/gutter.ts';
import { resolveThresholds, thresholdsOfSpec } from '../../../src-core/preflight/thresholds.ts';
import { anatomyOf } from '../../../src-core/specs/anatomy.ts';
import { bookPagesOf, sizeMmOf } from '../../../src-core/specs/book-geometry.ts';
import { boundBook, type BookSide } from '../../../src-core/specs/bound-book.ts';
import type { BookPlace } from '../../../src-core/specs/bound-place.ts';
import type { PageAddress } from '../../route.ts';
import type { BookFaces, Half } from '../bound/book-look.ts';
import { BoundView } from '../bound/bound-view.tsx';
import { LeafBar, placeByKey } from '../bound/leaf-bar.tsx';
import { PageView } from '../pages/page-view.tsx';
import { usePageSize } from '../pages/use-page-size.ts';
import { topDialog } from '../../ui/top-dialog.ts';
import { coverPagesWithin } from './finding-groups.ts';
import styles from './bound-files.module.css';

/** The files of a book that can be shown as they will be bound; null: nobody can say how. */
export function boundFilesOf({ files, groups }: BookDetail, spec: BookSpec | null): BoundFiles | null {
  const contents = files.find(({ role }) => role === 'contents');
  const pdfPages = contents?.pdfPages ?? 0;
  // Pages of the cover among those of the book would all lie on the wrong side.
  if (spec === null || contents === undefined || pdfPages === 0 || coverPagesWithin(groups).length > 0) return null;
  const pages = bookPagesOf(spec, pdfPages);
  return { spec, pages, contents, cover: files.find(({ role }) => role === 'cover') ?? null };
}

export interface BoundFiles {
  readonly spec: BookSpec;
  /** Of the book, which the spine follows from. */
  readonly pages: number;
  readonly contents: BookFile;
  /** Null: a cover without anything on it. */
  readonly cover: BookFile | null;
}

interface BoundFilesProps {
  readonly title: string;
  readonly shown: BoundFiles;
  readonly address: PageAddress;
  readonly onAddress: (address: PageAddress) => void;
}

/** The customer's PDFs as the book that they will be. What is open is the page that is looked at. */
export function BoundFilesView({ title, shown, address, onAddress }: BoundFilesProps) {
  const [side, setSide] = useState<BookSide>('front');
  const faces = useMemo(() => facesOf(title, shown), [title, shown]);
  const { spec } = shown;
  // A file that was made anew may be shorter than what is looked at.
  const place = address.kind === 'cover' ? side : Math.min(spreadOfPdfPage({ spec }, address.page), faces.spreads - 1);
  const goTo = (to: BookPlace): void => {
    if (typeof to === 'string') setSide(to);
    onAddress(typeof to === 'string' ? { kind: 'cover', page: 1 } : { kind: 'contents', page: firstPdfPage(spec, to) });
  };
  const root = useRef<HTMLDivElement>(null);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !isMeant(event, root.current)) return;
    const next = placeByKey(event.key, place, faces.spreads);
    if (next === null) return;
    event.preventDefault();
    goTo(next);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div ref={root} className={styles.bound} tabIndex={0} role="group" aria-label={title}>
      <BoundView faces={faces} place={place} />
      <LeafBar place={place} spreads={faces.spreads} onPlace={goTo} hasSides />
    </div>
  );
}

/** A key means the book wherever it is pressed in the dialog that shows it, also where the button that had the focus was switched off under it. */
function isMeant({ target }: KeyboardEvent, book: HTMLElement | null): boolean {
  if (!(target instanceof Element) || book === null) return false;
  // One of several is chosen with them.
  if (target.closest('[role="radiogroup"]') !== null) return false;
  const dialog = book.closest('[role="dialog"]');
  return target === document.body ? dialog === topDialog() : dialog?.contains(target) === true;
}

const pagesASheet = ({ bindingType }: BookSpec): 1 | 2 => (bindingType === 'LAYFLAT' ? 2 : 1);

/** The first page of the PDF that is seen on a spread, from 1. */
const firstPdfPage = (spec: BookSpec, spread: number): number =>
  pagesASheet(spec) === 2 ? spread + 1 : Math.max(1, 2 * spread);

function facesOf(title: string, { spec, pages, contents, cover }: BoundFiles): BookFaces {
  const thresholds = resolveThresholds({ spec: thresholdsOfSpec(spec) });
  const isFolded = spec.bindingType === 'LAYFLAT';
  const gutter = isFolded ? thresholds.of('foldTextMm') : gutterOf({ thresholds, pageCount: pages });
  const ordered = { spec, order: Array.from({ length: pages }, (_, index) => String(index + 1)) };
  return {
    book: boundBook(spec, pages),
    title,
    bindingEdge: spec.bindingEdge,
    spreads: spreadsOf(ordered).length,
    bound: isFolded ? 'folded' : 'glued',
    gutterMm: gutter.value,
    pageOn: (half, spread) => {
      const id = spreadAt(ordered, spread)[half];
      if (id === null) return null;
      const pdfPage = Math.ceil(Number(id) / pagesASheet(spec));
      return {
        id,
        // By its page: until it is drawn, none that was there before stands in its place.
        draw: (scale) => (
          <PdfFace key={pdfPage} file={contents} kind="contents" {...{ spec, pages, pdfPage, half, scale }} />
        ),
      };
    },
    cover: (scale) =>
      cover === null ? null : <PdfFace file={cover} kind="cover" half="left" pdfPage={1} {...{ spec, pages, scale }} />,
  };
}

interface PdfFaceProps {
  readonly file: BookFile;
  readonly kind: PdfKind;
  readonly spec: BookSpec;
  readonly pages: number;
  /** From 1. */
  readonly pdfPage: number;
  /** Which half of a folded sheet lies in its place. */
  readonly half: Half;
  readonly scale: number;
}

/** A page of a PDF, moved until it lies in its place as it will be cut: a page that is too large or too small in the middle of its sheet. */
function PdfFace({ file, kind, spec, pages, pdfPage, half, scale }: PdfFaceProps) {
  const nominal = sizeMmOf(spec, kind, pages);
  const sheetMm = usePageSize(file.bytesId, pdfPage) ?? nominal;
  const { trim } = anatomyOf(spec, { kind, pages, pdfPage: pdfPage - 1, sheetMm });
  // The sides of a cover are measured from the sheet that the spec asks for, pages from their trim.
  const [leftMm, topMm] =
    kind === 'cover'
      ? [(nominal.widthMm - sheetMm.widthMm) / 2, (nominal.heightMm - sheetMm.heightMm) / 2]
      : [-trim.leftMm - (isRightOfFold(spec, half) ? spec.innerTrimWidthMm : 0), -trim.topMm];
  return (
    <div className={styles.page} style={{ left: Math.round(leftMm * scale), top: Math.round(topMm * scale) }}>
      <PageView
        bytesId={file.bytesId}
        pageNumber={pdfPage}
        widthPx={Math.round(sheetMm.widthMm * scale)}
        heightPx={Math.round(sheetMm.heightMm * scale)}
        label=""
      />
    </div>
  );
}

const isRightOfFold = ({ bindingType }: BookSpec, half: Half): boolean => bindingType === 'LAYFLAT' && half === 'right';
