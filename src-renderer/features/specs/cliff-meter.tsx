import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { spineWidthMm } from '../../../src-core/specs/book-geometry.ts';
import { useText } from '../../i18n/use-text.ts';
import { coverSegments, nextCliff, shareOf, topPages, type CoverSegment } from './page-control.ts';
import styles from './cliff-meter.module.css';

export interface CliffMeterProps {
  readonly spec: BookSpec;
  readonly pages: number;
  readonly onPages: (pages: number) => void;
}

/** Where the cover changes its size as pages are added: `24 ─ 64 │ 66 ●─ 130`, with the cover of each stretch. */
export function CliffMeter({ spec, pages, onPages }: CliffMeterProps) {
  const { t, format } = useText();
  const segments = coverSegments(spec);
  return (
    <section className={styles.meter} aria-label={t('specs.cliff.title')}>
      {segments.length > 0 && (
        <div className={styles.segments}>
          {segments.flatMap((segment, index) => [
            ...(index > 0
              ? [<span key={`cliff-${segment.minPage}`} className={styles.cliff} aria-hidden="true" />]
              : []),
            <Segment key={segment.minPage} segment={segment} pages={pages} onPages={onPages} />,
          ])}
        </div>
      )}
      <p className={styles.note}>{note()}</p>
    </section>
  );

  function note(): string {
    if (spec.coverType === 'Softcover') {
      const step = spec.pageIncrement;
      const growthMm = spineWidthMm(spec, spec.pageMin + 10 * step) - spineWidthMm(spec, spec.pageMin);
      return t('specs.cliff.soft', { step: step * 10, growth: format.mm(growthMm) });
    }
    const cliff = nextCliff(spec, pages);
    return cliff === null
      ? t('specs.cliff.last', { pages: topPages(spec) })
      : t('specs.cliff.next', { pages: cliff.atPages, change: format.mm(cliff.widthChangeMm) });
  }
}

interface SegmentProps {
  readonly segment: CoverSegment;
  readonly pages: number;
  readonly onPages: (pages: number) => void;
}

function Segment({ segment, pages, onPages }: SegmentProps) {
  const { t, format } = useText();
  const isCurrent = pages >= segment.minPage && pages <= segment.maxPage;
  const width = format.mm(segment.coverWidthMm);
  const spine = format.mm(segment.spineMm);
  return (
    <button
      type="button"
      className={styles.segment}
      style={{ flexGrow: segment.maxPage - segment.minPage + 1 }}
      data-current={isCurrent}
      aria-pressed={isCurrent}
      aria-label={t('specs.cliff.segment', { min: segment.minPage, max: segment.maxPage, width, spine })}
      onClick={() => onPages(isCurrent ? pages : segment.minPage)}
    >
      <span className={styles.ends}>
        <span>{segment.minPage}</span>
        <span className={styles.track}>
          {isCurrent && <span className={styles.marker} style={{ left: `${shareOf(segment, pages) * 100}%` }} />}
        </span>
        <span>{segment.maxPage}</span>
      </span>
      <span className={styles.sizes}>
        {t('specs.cliff.coverWidth', { width })} · {t('specs.cliff.spine', { spine })}
      </span>
    </button>
  );
}
