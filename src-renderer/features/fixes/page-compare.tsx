import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useState, type KeyboardEvent } from 'react';
import type { FixPreview } from '../../../src-core/ipc/subjects/fixes.ts';
import type { Mm2 } from '../../../src-core/specs/book-geometry.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { LateWord } from '../pages/late-word.tsx';
import { PageView } from '../pages/page-view.tsx';
import { usePageSize } from '../pages/use-page-size.ts';
import { commonScale, pageBefore } from './compare-pages.ts';
import styles from './page-compare.module.css';

type Way = 'beside' | 'slider';

const MARGIN_PX = 20;
/** Room for the words below a page. */
const CAPTION_PX = 26;
const SLIDER_STEP = 2;

/** The changed pages, before and after, in one scale: side by side, or one over the other with a curtain between. */
export function PageCompare({ preview }: { readonly preview: FixPreview }) {
  const { t } = useText();
  const [way, setWay] = useState<Way>('beside');
  const [index, setIndex] = useState(0);
  const pages = preview.pages.length === 0 ? [1] : preview.pages;
  const after = pages[index] ?? 1;
  const before = pageBefore(preview, after);
  const turn = (by: number): void => setIndex(Math.min(pages.length - 1, Math.max(0, index + by)));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'PageDown') turn(1);
    else if (event.key === 'PageUp') turn(-1);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.compare} onKeyDown={onKeyDown}>
      <div className={styles.bar}>
        <Tabs<Way>
          label={t('preflight.compare.way')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'beside', label: t('preflight.compare.beside') },
            { value: 'slider', label: t('preflight.compare.slider'), isDisabled: before === null },
          ]}
        />
        <span className={styles.pages}>
          {preview.pages.length === 0
            ? t('preflight.compare.noPages')
            : t('preflight.compare.pages', { count: preview.pages.length })}
        </span>
        {preview.overprint === 'simulated' && (
          <span className={styles.pages} title={t('library.view.overprintHint')}>
            {t('preflight.compare.overprint')}
          </span>
        )}
        {preview.overprint === 'notSimulated' && (
          <span className={styles.pages} title={t('library.view.notSimulatedHint')}>
            {t('preflight.compare.notSimulated')}
          </span>
        )}
        {pages.length > 1 && (
          <span className={styles.stepper}>
            <IconButton
              label={t('library.view.previous')}
              icon={ChevronLeft}
              isDisabled={index === 0}
              onPress={() => turn(-1)}
            />
            <span className={styles.page}>{t('library.view.of', { page: index + 1, pages: pages.length })}</span>
            <IconButton
              label={t('library.view.next')}
              icon={ChevronRight}
              isDisabled={index === pages.length - 1}
              onPress={() => turn(1)}
            />
          </span>
        )}
      </div>
      <Stage preview={preview} before={before} after={after} way={before === null ? 'beside' : way} />
    </div>
  );
}

interface StageProps {
  readonly preview: FixPreview;
  readonly before: number | null;
  readonly after: number;
  readonly way: Way;
}

function Stage({ preview, before, after, way }: StageProps) {
  const { t } = useText();
  const [room, setRoom] = useState<{ readonly widthPx: number; readonly heightPx: number } | null>(null);
  const attach = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(
      ([entry]) =>
        entry !== undefined && setRoom({ widthPx: entry.contentRect.width, heightPx: entry.contentRect.height }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const sizeBefore = usePageSize(preview.bytesId, before ?? 1);
  const sizeAfter = usePageSize(preview.fixedBytesId, after);
  const isReady = room !== null && sizeAfter !== null && (before === null || sizeBefore !== null);
  return (
    <div ref={attach} className={styles.stage}>
      {!isReady ? (
        <LateWord className={styles.nothing} />
      ) : way === 'beside' || before === null || sizeBefore === null ? (
        beside(sizeAfter, room)
      ) : (
        over(sizeBefore, sizeAfter, room, before)
      )}
    </div>
  );

  function beside(size: Mm2, { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number }) {
    const sizes = before === null || sizeBefore === null ? [size] : [sizeBefore, size];
    const pxPerMm = commonScale(sizes, {
      widthPx: widthPx / 2 - 1.5 * MARGIN_PX,
      heightPx: heightPx - 2 * MARGIN_PX - CAPTION_PX,
    });
    return (
      <div className={styles.beside}>
        {before === null || sizeBefore === null ? (
          <p className={styles.nothing}>{t('preflight.compare.noPageBefore')}</p>
        ) : (
          <Sheet
            bytesId={preview.bytesId}
            page={before}
            size={sizeBefore}
            pxPerMm={pxPerMm}
            name={t('preflight.compare.before')}
          />
        )}
        <Sheet
          bytesId={preview.fixedBytesId}
          page={after}
          size={size}
          pxPerMm={pxPerMm}
          name={t('preflight.compare.after')}
        />
      </div>
    );
  }

  function over(
    former: Mm2,
    size: Mm2,
    { widthPx, heightPx }: { readonly widthPx: number; readonly heightPx: number },
    page: number,
  ) {
    const pxPerMm = commonScale([former, size], {
      widthPx: widthPx - 2 * MARGIN_PX,
      heightPx: heightPx - 2 * MARGIN_PX - CAPTION_PX,
    });
    return <Curtain preview={preview} before={page} after={after} former={former} size={size} pxPerMm={pxPerMm} />;
  }
}

interface SheetProps {
  readonly bytesId: string;
  readonly page: number;
  readonly size: Mm2;
  readonly pxPerMm: number;
  readonly name: string;
}

function Sheet({ bytesId, page, size, pxPerMm, name }: SheetProps) {
  const { t, format } = useText();
  return (
    <figure className={styles.sheet}>
      <PageView
        bytesId={bytesId}
        pageNumber={page}
        widthPx={size.widthMm * pxPerMm}
        heightPx={size.heightMm * pxPerMm}
        label={t('preflight.compare.label', { name, page })}
      />
      <figcaption>
        <strong>{name}</strong>
        <span>{t('library.check.pages', { pages: page })}</span>
        <span>
          {format.mm(size.widthMm)} × {format.mm(size.heightMm)} mm
        </span>
      </figcaption>
    </figure>
  );
}

interface CurtainProps {
  readonly preview: FixPreview;
  readonly before: number;
  readonly after: number;
  readonly former: Mm2;
  readonly size: Mm2;
  readonly pxPerMm: number;
}

/** Both pages on the same centre; the slider draws the one before over the one after. */
function Curtain({ preview, before, after, former, size, pxPerMm }: CurtainProps) {
  const { t } = useText();
  const [percent, setPercent] = useState(50);
  const widthPx = Math.max(former.widthMm, size.widthMm) * pxPerMm;
  const heightPx = Math.max(former.heightMm, size.heightMm) * pxPerMm;
  return (
    <div className={styles.curtain} style={{ width: widthPx }}>
      <div className={styles.stack} style={{ width: widthPx, height: heightPx }}>
        <div className={styles.layer} style={{ clipPath: `inset(-8px -8px -8px ${percent}%)` }}>
          <PageView
            bytesId={preview.fixedBytesId}
            pageNumber={after}
            widthPx={size.widthMm * pxPerMm}
            heightPx={size.heightMm * pxPerMm}
            label={t('preflight.compare.label', { name: t('preflight.compare.after'), page: after })}
          />
        </div>
        <div className={styles.layer} style={{ clipPath: `inset(-8px ${100 - percent}% -8px -8px)` }}>
          <PageView
            bytesId={preview.bytesId}
            pageNumber={before}
            widthPx={former.widthMm * pxPerMm}
            heightPx={former.heightMm * pxPerMm}
            label={t('preflight.compare.label', { name: t('preflight.compare.before'), page: before })}
          />
        </div>
        <span className={styles.edge} style={{ left: `${percent}%` }} />
        <input
          type="range"
          className={styles.slider}
          min={0}
          max={100}
          step={SLIDER_STEP}
          value={percent}
          aria-label={t('preflight.compare.curtain')}
          aria-valuetext={t('preflight.compare.curtainAt', { percent })}
          onChange={(event) => setPercent(Number(event.target.value))}
        />
      </div>
      <div className={styles.ends} aria-hidden="true">
        <span>{t('preflight.compare.before')}</span>
        <span>{t('preflight.compare.after')}</span>
      </div>
    </div>
  );
}
