import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Finding } from '../../../src-core/preflight/finding.ts';
import { shownKeysOf } from '../../../src-core/commands.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Stop } from './finding-steps.ts';
import styles from './check-list.module.css';

export interface ObjectStepsProps {
  readonly groupKey: string;
  readonly finding: Finding;
  readonly current: Stop;
  readonly onStop: (stop: Stop) => void;
}

/** The marked object that is looked at, and the way to the next one; worst first. */
export function ObjectSteps({ groupKey, finding, current, onStop }: ObjectStepsProps) {
  const { t, format } = useText();
  const { objects, objectCount, measured, kind } = finding;
  const at = current.objectIndex ?? 0;
  const object = objects[at];
  if (object === undefined) return null;
  const goTo = (index: number): void => {
    const next = objects[(index + objects.length) % objects.length];
    if (next !== undefined)
      onStop({
        groupKey,
        findingIndex: current.findingIndex,
        page: next.page,
        objectIndex: (index + objects.length) % objects.length,
      });
  };
  const value =
    object.measured === null || measured === null
      ? null
      : format.quantity({ value: object.measured, unit: measured.unit });
  return (
    <div className={styles.object} role="group" aria-label={t('preflight.mark.which')}>
      <IconButton
        label={t('ui.command.mark.previous')}
        icon={ChevronLeft}
        shortcut={shownKeysOf('mark.previous') ?? ''}
        isDisabled={objects.length === 1}
        onPress={() => goTo(at - 1)}
      />
      <span className={styles.objectNumber}>
        {t('preflight.mark.of', { number: at + 1, count: Math.max(objectCount, objects.length) })}
      </span>
      <IconButton
        label={t('ui.command.mark.next')}
        icon={ChevronRight}
        shortcut={shownKeysOf('mark.next') ?? ''}
        isDisabled={objects.length === 1}
        onPress={() => goTo(at + 1)}
      />
      <span className={styles.objectWords}>
        {kind === 'contents' && <span>{t('library.check.pages', { pages: object.page })}</span>}
        <span className={styles.objectName} title={object.excerpt ?? ''}>
          {object.excerpt ?? t(`preflight.object.${object.kind}`)}
        </span>
        {value !== null && <strong>{value}</strong>}
      </span>
    </div>
  );
}
