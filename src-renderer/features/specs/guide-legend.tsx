import { ToggleButton } from 'react-aria-components';
import { GUIDE_COLOURS, type GuideKind, type GuideSheet } from '../../../src-core/specs/guides.ts';
import { useText } from '../../i18n/use-text.ts';
import { BandShape } from './guide-shape.tsx';
import drawing from './sheet-drawing.module.css';
import styles from './specs.module.css';

const LEGEND_ORDER: readonly GuideKind[] = ['bleed', 'trim', 'safe', 'spine', 'hinge', 'wrap', 'fold'];

export interface GuideLegendProps {
  readonly sheet: GuideSheet;
  readonly hidden: ReadonlySet<GuideKind>;
  readonly onToggle: (kind: GuideKind) => void;
}

/** The guides of this sheet by name, each a switch with its own colour and dash. */
export function GuideLegend({ sheet, hidden, onToggle }: GuideLegendProps) {
  const { t, format } = useText();
  return (
    <div className={styles.legend} role="group" aria-label={t('specs.guides')}>
      {LEGEND_ORDER.map((kind) => {
        const guide = sheet.guides.find((candidate) => candidate.kind === kind);
        if (guide === undefined) return null;
        return (
          <ToggleButton
            key={kind}
            className={styles.legendItem ?? ''}
            isSelected={!hidden.has(kind)}
            onChange={() => onToggle(kind)}
          >
            <GuideSwatch kind={kind} />
            {t(`specs.guide.${kind}`)}
            {guide.valueMm !== null && <span className={styles.legendValue}>{format.mm(guide.valueMm)}</span>}
          </ToggleButton>
        );
      })}
    </div>
  );
}

const BANDS: ReadonlySet<GuideKind> = new Set(['spine', 'hinge', 'wrap']);

/** A guide as it is drawn, in the size of a legend entry, on the white of the paper. */
function GuideSwatch({ kind }: { readonly kind: GuideKind }) {
  return (
    <svg width="22" height="12" aria-hidden="true" className={drawing.swatch}>
      <rect className={drawing.paper} width="22" height="12" rx="2" />
      {BANDS.has(kind) ? (
        <BandShape kind={kind} x={3} y={1} width={16} height={10} />
      ) : (
        <line className={drawing[kind]} stroke={GUIDE_COLOURS[kind]} x1="2" y1="6" x2="20" y2="6" />
      )}
    </svg>
  );
}
