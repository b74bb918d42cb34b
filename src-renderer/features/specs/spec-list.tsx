import { ListBox, ListBoxItem } from 'react-aria-components';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './specs.module.css';

export interface SpecListProps {
  readonly specs: readonly BookSpec[];
  readonly selected: string;
  readonly onSelect: (specUid: string) => void;
}

/** The specs of the connected service, by name, with what tells them apart. */
export function SpecList({ specs, selected, onSelect }: SpecListProps) {
  const { t } = useText();
  return (
    <ListBox
      className={styles.list ?? ''}
      aria-label={t('specs.list')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[selected]}
      onSelectionChange={(keys) => {
        const found = specs.find((spec) => keys !== 'all' && keys.has(spec.bookSpecUid));
        if (found !== undefined) onSelect(found.bookSpecUid);
      }}
    >
      {specs.map((spec) => (
        <ListBoxItem
          key={spec.bookSpecUid}
          id={spec.bookSpecUid}
          textValue={spec.name}
          className={styles.listItem ?? ''}
        >
          <span className={styles.specName}>{spec.name}</span>
          <span className={styles.specNote}>
            {t(`specs.cover.${spec.coverType}`)} · {t(`specs.binding.${spec.bindingType}`)}
          </span>
          <span className={styles.specNote}>
            {t('specs.trimSize', { width: spec.innerTrimWidthMm, height: spec.innerTrimHeightMm })}
          </span>
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
