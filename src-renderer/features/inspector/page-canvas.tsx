import { useCallback, useEffect, useRef, useState } from 'react';
import type { BookFile } from '../../../src-core/ipc/subjects/library.ts';
import type { Mm2 } from '../../../src-core/specs/book-geometry.ts';
import type { GuideKind, GuideSheet } from '../../../src-core/specs/guides.ts';
import { useText } from '../../i18n/use-text.ts';
import { PageView } from '../pages/page-view.tsx';
import { usePageSize } from '../pages/use-page-size.ts';
import { GuideHatches, GuideShape } from '../specs/guide-shape.tsx';
import type { Stop } from './finding-steps.ts';
import { MarkOverlay } from './mark-overlay.tsx';
import type { PageMark } from './page-marks.ts';
import styles from './page-canvas.module.css';
import { CSS_PX_PER_MM } from '../../../src-core/units.ts';

/** `actual` shows a millimetre of paper as a CSS millimetre. */
export type Zoom = 'fit' | 'actual';

const MARGIN_PX = 16;
/** Below this a difference of sheet and page is drawn by no pixel. */
const NOTICEABLE_MM = 0.05;

export interface PageCanvasProps {
  readonly file: BookFile;
  readonly page: number;
  readonly zoom: Zoom;
  /** The sheet that the spec asks for, drawn centred over the page; null draws the page alone. */
  readonly sheet: GuideSheet | null;
  readonly hidden: ReadonlySet<GuideKind>;
  /** Objects that the checks speak of, on this page. */
  readonly marks: readonly PageMark[];
  readonly onStop: (stop: Stop) => void;
  readonly label: string;
  readonly ahead: () => readonly string[];
}

/** A page in true proportions, and over it where it will be cut, folded and bound, and what the checks found on it. */
export function PageCanvas({ file, page, zoom, sheet, hidden, marks, onStop, label, ahead }: PageCanvasProps) {
  const { t } = useText();
  const roomElement = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ widthPx: 0, heightPx: 0 });
  const attach = useCallback((element: HTMLDivElement | null) => {
    roomElement.current = element;
    if (element === null) return undefined;
    const observer = new ResizeObserver(
      ([entry]) =>
        entry !== undefined && setRoom({ widthPx: entry.contentRect.width, heightPx: entry.contentRect.height }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const size =
    usePageSize(file.bytesId, page) ??
    (file.widthMm === null || file.heightMm === null ? sheet : { widthMm: file.widthMm, heightMm: file.heightMm });
  const selected = marks.find(({ isSelected }) => isSelected)?.object ?? null;
  useEffect(() => {
    // Only a page larger than its room can hide what is looked at.
    if (selected !== null && zoom === 'actual')
      roomElement.current?.querySelector('[data-mark-selected]')?.scrollIntoView({ block: 'center', inline: 'center' });
  }, [selected, zoom]);
  return (
    <div ref={attach} className={styles.room} data-zoom={zoom}>
      {size !== null && room.widthPx > 0 && stackOf(size)}
    </div>
  );

  function stackOf(size: Mm2) {
    const wholeWidthMm = Math.max(size.widthMm, sheet?.widthMm ?? 0);
    const wholeHeightMm = Math.max(size.heightMm, sheet?.heightMm ?? 0);
    const fit = Math.min(
      (room.widthPx - 2 * MARGIN_PX) / wholeWidthMm,
      (room.heightPx - 2 * MARGIN_PX) / wholeHeightMm,
    );
    const pxPerMm = zoom === 'fit' ? Math.max(0.05, fit) : CSS_PX_PER_MM;
    const differs =
      sheet !== null &&
      (Math.abs(sheet.widthMm - size.widthMm) > NOTICEABLE_MM ||
        Math.abs(sheet.heightMm - size.heightMm) > NOTICEABLE_MM);
    return (
      <div className={styles.stack} style={{ width: wholeWidthMm * pxPerMm, height: wholeHeightMm * pxPerMm }}>
        <PageView
          bytesId={file.bytesId}
          pageNumber={page}
          // Whole, so that the page is not drawn twice: once by the size that the checks rounded, once by the file's own.
          widthPx={Math.round(size.widthMm * pxPerMm)}
          heightPx={Math.round(size.heightMm * pxPerMm)}
          label={label}
          ahead={ahead}
        />
        {sheet !== null && (
          <Overlay
            sheet={sheet}
            pxPerMm={pxPerMm}
            hidden={hidden}
            note={differs ? t('library.view.sizeOff', { widthMm: sheet.widthMm, heightMm: sheet.heightMm }) : null}
          />
        )}
        {marks.length > 0 && (
          <MarkOverlay
            marks={marks}
            page={{ widthPx: size.widthMm * pxPerMm, heightPx: size.heightMm * pxPerMm, pxPerMm }}
            onStop={onStop}
          />
        )}
      </div>
    );
  }
}

interface OverlayProps {
  readonly sheet: GuideSheet;
  readonly pxPerMm: number;
  readonly hidden: ReadonlySet<GuideKind>;
  /** Said when the page is not as large as the sheet. */
  readonly note: string | null;
}

function Overlay({ sheet, pxPerMm, hidden, note }: OverlayProps) {
  const widthPx = sheet.widthMm * pxPerMm;
  const heightPx = sheet.heightMm * pxPerMm;
  return (
    <>
      <GuideHatches />
      <svg className={styles.overlay} width={widthPx} height={heightPx} aria-hidden="true">
        {note !== null && <rect className={styles.wanted} width={widthPx} height={heightPx} />}
        {sheet.guides
          .filter((guide) => !hidden.has(guide.kind))
          .map((guide, index) => (
            // Guides have no identity of their own; the list is rebuilt whole for every sheet.
            <GuideShape key={index} guide={guide} pxPerMm={pxPerMm} />
          ))}
      </svg>
      {note !== null && <span className="visually-hidden">{note}</span>}
    </>
  );
}
