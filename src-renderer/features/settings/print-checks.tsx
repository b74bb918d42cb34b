import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { AnswerError } from '../../ui/error-note.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { thresholdSections, type ThresholdSection } from './threshold-list.ts';
import { ThresholdRow } from './threshold-row.tsx';
import styles from './print-checks.module.css';

export type ThresholdLayer = NonNullable<Input<'checks.setThreshold'>['layer']>;
const LAYERS: readonly ThresholdLayer[] = ['studio', 'printHouse'];

/** The limits that the checks hold pages against: whose they are, and what would hold without. */
export function PrintChecks() {
  const { t } = useText();
  const thresholds = useAnswer('checks.thresholds', {});
  const [query, setQuery] = useState('');
  const [layer, setLayer] = useState<ThresholdLayer>('studio');
  if (thresholds.isError) return <AnswerError error={thresholds.error} onRetry={() => void thresholds.refetch()} />;
  if (thresholds.data === undefined) return <SkeletonRows count={4} label={t('settings.checks.title')} />;
  const sections = thresholdSections(
    thresholds.data.map((one) => ({
      ...one,
      title: t(`preflight.threshold.${one.name}`),
      sectionTitle: t(`preflight.section.${one.section}`),
    })),
    query,
  );
  return (
    <>
      <div className={styles.bar}>
        <SearchField label={t('settings.checks.search')} value={query} onChange={setQuery} />
        <Tabs<ThresholdLayer>
          label={t('settings.checks.layer')}
          value={layer}
          onChange={setLayer}
          options={LAYERS.map((value) => ({ value, label: t(`settings.checks.layer.${value}`) }))}
        />
      </div>
      <p className={styles.note}>{t(`settings.checks.layerNote.${layer}`)}</p>
      {sections.length === 0 && <p className={styles.note}>{t('settings.checks.noMatch')}</p>}
      <div>
        {sections.map((section) => (
          <SectionOfThresholds key={section.section} section={section} layer={layer} isSearched={query.trim() !== ''} />
        ))}
      </div>
    </>
  );
}

interface SectionOfThresholdsProps {
  readonly section: ThresholdSection;
  readonly layer: ThresholdLayer;
  /** What a search has found is not hidden again. */
  readonly isSearched: boolean;
}

/** One section: folded, it says how many of its limits were changed. */
function SectionOfThresholds({ section: { title, thresholds }, layer, isSearched }: SectionOfThresholdsProps) {
  const { t } = useText();
  const [isWanted, setIsWanted] = useState(false);
  const isOpen = isWanted || isSearched;
  const changed = thresholds.filter(({ origin }) => origin !== 'builtIn').length;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    <section aria-label={title} className={styles.section}>
      <h3>
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsWanted(!isOpen)}>
          <Chevron size={14} aria-hidden="true" />
          <span>{title}</span>
          <span className={styles.count}>{t('settings.checks.count', { count: thresholds.length, changed })}</span>
        </button>
      </h3>
      {isOpen && (
        <ul>
          {thresholds.map((one) => (
            <ThresholdRow key={one.name} threshold={one} layer={layer} />
          ))}
        </ul>
      )}
    </section>
  );
}
