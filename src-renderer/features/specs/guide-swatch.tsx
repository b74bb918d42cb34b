import type { GuideKind } from '../../../src-core/specs/guides.ts';
import { BandShape } from './guide-shape.tsx';
import styles from './sheet-drawing.module.css';

const BANDS: ReadonlySet<GuideKind> = new Set(['spine', 'hinge', 'wrap']);

/** A guide as it is drawn, in the size of a legend entry, on the white of the paper. */
export function GuideSwatch({ kind }: { readonly kind: GuideKind }) {
  return (
    <svg width="22" height="12" aria-hidden="true" className={styles.swatch}>
      <rect className={styles.paper} width="22" height="12" rx="2" />
      {BANDS.has(kind) ? (
        <BandShape kind={kind} x={3} y={1} width={16} height={10} />
      ) : (
        <line className={styles[kind]} x1="2" y1="6" x2="20" y2="6" />
      )}
    </svg>
  );
}
