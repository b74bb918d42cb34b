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
      <Ends segment={segment} pages={isCurrent ? pages : null} />
      <span className={styles.sizes}>
        {t('specs.cliff.coverWidth', { width })} · {t('specs.cliff.spine', { spine })}
      </span>
    </button>
  );
}

/** The page counts of a stretch, with the book's own on it; null: it lies elsewhere. */
function Ends({ segment, pages }: { readonly segment: CoverSegment; readonly pages: number | null }) {
  return (
    <span className={styles.ends}>
      <span>{segment.minPage}</span>
      <span className={styles.track}>
        {pages !== null && <span className={styles.marker} style={{ left: `${shareOf(segment, pages) * 100}%` }} />}
      </span>
      <span>{segment.maxPage}</span>
    </span>
  );
}

/** So near to the next cover that a few pages more lead to it, in steps of the spec. */
const NEAR_STEPS = 5;

/** The meter of one book, to be read: nothing for a cover that has one size, or none by ranges. */
export function CliffLine({ spec, pages }: Pick<CliffMeterProps, 'spec' | 'pages'>) {
  const { t, format } = useText();
  const segments = coverSegments(spec);
  if (segments.length < 2) return null;
  const cliff = nextCliff(spec, pages);
  const isNear = cliff !== null && cliff.atPages - pages <= NEAR_STEPS * spec.pageIncrement;
  const said = segments.map(({ minPage, maxPage, coverWidthMm, spineMm }) =>
    t('specs.cliff.segment', { min: minPage, max: maxPage, width: format.mm(coverWidthMm), spine: format.mm(spineMm) }),
  );
  return (
    <div className={styles.line}>
      <div className={styles.segments} role="img" aria-label={said.join('. ')}>
        {segments.map((segment, index) => {
          const isCurrent = pages >= segment.minPage && pages <= segment.maxPage;
          return (
            <span
              key={segment.minPage}
              className={styles.stretch}
              style={{ flexGrow: segment.maxPage - segment.minPage + 1 }}
              data-current={isCurrent}
              title={said[index]}
            >
              <Ends segment={segment} pages={isCurrent ? pages : null} />
            </span>
          );
        })}
      </div>
      {isNear && (
        <p className={styles.note}>
          {t('specs.cliff.near', { more: cliff.atPages - pages, change: format.mm(cliff.widthChangeMm) })}
        </p>
      )}
    </div>
  );
}
