import {
  Blend,
  BookOpen,
  ChevronLeft,
  ChevronRight,
  Layers,
  Maximize2,
  SquareDashedMousePointer,
  TriangleAlert,
  ZoomIn,
} from 'lucide-react';
import { useMemo, useState, type KeyboardEvent } from 'react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { guidesOf, type GuideKind } from '../../../src-core/specs/guides.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { booksBeside } from '../library/books-beside.ts';
import { GuideLegend } from '../specs/guide-legend.tsx';
import { BoundFilesView, boundFilesOf } from './bound-files.tsx';
import { coverPagesWithin, sortGroups } from './finding-groups.ts';
import type { Stop } from './finding-steps.ts';
import type { PageAddress } from '../../route.ts';
import { PageCanvas, type Zoom } from './page-canvas.tsx';
import { marksOn } from './page-marks.ts';
import styles from './book-viewer.module.css';

export interface BookViewerProps {
  readonly book: BookDetail;
  /** Null while none is chosen: then there are no guides. */
  readonly spec: BookSpec | null;
  readonly address: PageAddress;
  readonly onAddress: (address: PageAddress) => void;
  /** What is looked at: its marks alone are drawn. Without it, those of everything that is to be decided. */
  readonly current: Stop | null;
  readonly onStop: (stop: Stop) => void;
  /** Opens the same pages large; absent where they are large already. */
  readonly onEnlarge?: () => void;
}

/** The pages of the book on neutral grey, with the guides of its spec over them. */
export function BookViewer({ book, spec, address, onAddress, current, onStop, onEnlarge }: BookViewerProps) {
  const { t } = useText();
  const [zoom, setZoom] = useState<Zoom>('fit');
  const [areGuidesOn, setAreGuidesOn] = useState(true);
  const [areMarksOn, setAreMarksOn] = useState(true);
  const [isBoundOn, setIsBoundOn] = useState(false);
  const [hidden, setHidden] = useState<ReadonlySet<GuideKind>>(new Set());
  const { kind } = address;
  const file = book.files.find((candidate) => candidate.role === kind) ?? null;
  const ahead = (): readonly string[] => [
    ...book.files.filter((one) => one !== file).map(({ bytesId }) => bytesId),
    ...booksBeside.get().flatMap(({ coverBytesId }) => coverBytesId ?? []),
  ];
  const lastPage = file?.pdfPages ?? 1;
  const page = Math.min(Math.max(1, address.page), lastPage);
  const shows = coverPagesWithin(book.groups).includes(page) ? 'cover' : kind;
  const sheet = spec === null ? null : guidesOf(spec, shows, book.pageCount ?? spec.pageDefault);
  const turn = (by: number): void => onAddress({ kind, page: Math.min(lastPage, Math.max(1, page + by)) });
  const toggle = (guide: GuideKind): void => {
    const next = new Set(hidden);
    if (!next.delete(guide)) next.add(guide);
    setHidden(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'PageDown' || event.key === 'ArrowRight') turn(1);
    else if (event.key === 'PageUp' || event.key === 'ArrowLeft') turn(-1);
    else return;
    event.preventDefault();
  };
  const problems = book.groups.filter(
    ({ signOff, findings }) =>
      signOff === null &&
      findings.some((finding) => finding.kind === kind && (finding.pages === null || finding.pages.includes(page))),
  ).length;
  const marks = marksOn(current === null ? sortGroups(book.groups).decisions : book.groups, { kind, page }, current);
  const hasMarks = book.groups.some(({ findings }) => findings.some(({ objects }) => objects.length > 0));
  // Beside a list there is no room for a book.
  const bound = useMemo(() => (onEnlarge === undefined ? boundFilesOf(book, spec) : null), [onEnlarge, book, spec]);
  const isBound = isBoundOn && bound !== null;
  const isLayflat = spec?.bindingType === 'LAYFLAT' && kind === 'contents';
  return (
    <div className={styles.viewer} data-large={onEnlarge === undefined || undefined}>
      <div className={styles.bar}>
        <Tabs<PdfKind>
          label={t('library.view.which')}
          value={kind}
          onChange={(next) => onAddress({ kind: next, page: 1 })}
          options={[
            { value: 'cover', label: t('library.book.cover'), isDisabled: book.coverFileId === null },
            {
              value: 'contents',
              label: t('library.book.contentsPages', { pages: contentsPages(book) }),
              isDisabled: book.contentsFileId === null,
            },
          ]}
        />
        {lastPage > 1 && !isBound && (
          <span className={styles.stepper}>
            <IconButton
              label={t('library.view.previous')}
              icon={ChevronLeft}
              isDisabled={page === 1}
              onPress={() => turn(-1)}
            />
            <span
              className={styles.page}
              title={isLayflat ? t('library.view.spreadPages', { first: page * 2 - 1, last: page * 2 }) : ''}
            >
              {t('library.view.of', { page, pages: lastPage })}
            </span>
            <IconButton
              label={t('library.view.next')}
              icon={ChevronRight}
              isDisabled={page === lastPage}
              onPress={() => turn(1)}
            />
          </span>
        )}
        <span className={styles.right}>
          {bound !== null && (
            <IconButton
              label={t('library.view.bound')}
              icon={BookOpen}
              isPressed={isBound}
              onPress={() => setIsBoundOn(!isBound)}
            />
          )}
          {hasMarks && !isBound && (
            <IconButton
              label={t('preflight.mark.show')}
              icon={SquareDashedMousePointer}
              isPressed={areMarksOn}
              onPress={() => setAreMarksOn(!areMarksOn)}
            />
          )}
          {sheet !== null && !isBound && (
            <IconButton
              label={t('library.view.guides')}
              icon={Layers}
              isPressed={areGuidesOn}
              onPress={() => setAreGuidesOn(!areGuidesOn)}
            />
          )}
          {!isBound && (
            <IconButton
              label={t('library.view.actual')}
              icon={ZoomIn}
              isPressed={zoom === 'actual'}
              onPress={() => setZoom(zoom === 'fit' ? 'actual' : 'fit')}
            />
          )}
          {onEnlarge !== undefined && (
            <IconButton
              label={t('library.view.enlarge')}
              icon={Maximize2}
              command="screen.quickLook"
              shortcut="Space"
              onPress={onEnlarge}
            />
          )}
        </span>
      </div>
      {isBound ? (
        <div className={styles.stage}>
          <BoundFilesView title={book.title} shown={bound} address={address} onAddress={onAddress} />
        </div>
      ) : (
        <div
          className={styles.stage}
          tabIndex={0}
          role="group"
          aria-label={t('library.view.page')}
          onKeyDown={onKeyDown}
        >
          {file === null ? (
            <p className={styles.none}>{t('library.view.noFile')}</p>
          ) : (
            <PageCanvas
              key={file.bytesId}
              file={file}
              page={page}
              zoom={zoom}
              sheet={areGuidesOn ? sheet : null}
              hidden={hidden}
              marks={areMarksOn ? marks : []}
              onStop={onStop}
              ahead={ahead}
              label={t('library.view.pageLabel', {
                role: t(`library.book.${kind}`),
                page,
                title: book.title,
                problems,
              })}
            />
          )}
        </div>
      )}
      {file?.overprintPages.includes(page) === true && (
        <p className={styles.overprint} title={t('library.view.overprintHint')}>
          <Blend size={12} aria-hidden="true" />
          {t('library.view.overprint')}
        </p>
      )}
      {file?.notSimulatedPages.includes(page) === true && (
        <p className={styles.overprint} title={t('library.view.notSimulatedHint')}>
          <TriangleAlert size={12} aria-hidden="true" />
          {t('library.view.notSimulated')}
        </p>
      )}
      {sheet !== null && areGuidesOn && !isBound && (
        <div className={styles.legend}>
          <GuideLegend sheet={sheet} hidden={hidden} onToggle={toggle} />
        </div>
      )}
    </div>
  );
}

const contentsPages = (book: BookDetail): number | string =>
  book.files.find((file) => file.role === 'contents')?.pdfPages ?? '';
