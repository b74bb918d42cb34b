import { Move } from 'lucide-react';
import { useText } from '../i18n/use-text.ts';
import styles from './carries.module.css';

/** Says that what stands above it can be dragged out of the window. */
export function CarryHint() {
  const { t } = useText();
  return (
    <p className={styles.hint}>
      <Move size={14} strokeWidth={1.75} aria-hidden="true" />
      {t('ui.carry.hint')}
    </p>
  );
}
