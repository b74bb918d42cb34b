import { GUIDE_COLOURS, type Guide, type GuideKind } from '../../../src-core/specs/guides.ts';
import styles from './sheet-drawing.module.css';

/** One guide in its colour and dash. Trim has a white halo below it, so that it shows on dark pictures too. */
export function GuideShape({ guide, pxPerMm }: { readonly guide: Guide; readonly pxPerMm: number }) {
  if (guide.form === 'line') {
    return (
      <line
        className={styles[guide.kind]}
        stroke={GUIDE_COLOURS[guide.kind]}
        x1={guide.x1Mm * pxPerMm}
        y1={guide.y1Mm * pxPerMm}
        x2={guide.x2Mm * pxPerMm}
        y2={guide.y2Mm * pxPerMm}
      />
    );
  }
  const box = {
    x: guide.rect.xMm * pxPerMm,
    y: guide.rect.yMm * pxPerMm,
    width: Math.max(0, guide.rect.widthMm * pxPerMm),
    height: Math.max(0, guide.rect.heightMm * pxPerMm),
  };
  if (guide.form === 'band') return <BandShape kind={guide.kind} {...box} />;
  return (
    <>
      {guide.kind === 'trim' && <rect className={styles.halo} {...box} />}
      <rect className={styles[guide.kind]} stroke={GUIDE_COLOURS[guide.kind]} {...box} />
    </>
  );
}

interface BandShapeProps {
  readonly kind: GuideKind;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A band: the spine is a tint, hinge and wrap are hatched so that they differ without colour. */
export function BandShape({ kind, ...box }: BandShapeProps) {
  return (
    <rect
      className={styles[`${kind}Band`]}
      fill={kind === 'spine' ? GUIDE_COLOURS.spine : `url(#hatch-${kind})`}
      {...box}
    />
  );
}

/** The hatches that `BandShape` fills with; once in a document, beside any drawing or legend. */
export function GuideHatches() {
  return (
    <svg width="0" height="0" aria-hidden="true" className={styles.hatches}>
      <defs>
        <pattern id="hatch-wrap" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="6" stroke={GUIDE_COLOURS.wrap} className={styles.hatchWrap} />
        </pattern>
        <pattern id="hatch-hinge" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
          <line x1="0" y1="0" x2="0" y2="5" stroke={GUIDE_COLOURS.hinge} className={styles.hatchHinge} />
        </pattern>
      </defs>
    </svg>
  );
}
