import { Search, X } from 'lucide-react';
import { Button, Input, SearchField as AriaSearchField } from 'react-aria-components';
import styles from './field.module.css';

export interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The filter of a screen. `/` and Mod+F bring the focus here (`data-filter`). */
export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <AriaSearchField aria-label={label} value={value} onChange={onChange} className={styles.search ?? ''}>
      <Search size={16} aria-hidden="true" className={styles.searchIcon} />
      <Input className={styles.searchInput ?? ''} placeholder={label} data-filter="" spellCheck={false} />
      {value !== '' && (
        <Button className={styles.searchClear ?? ''}>
          <X size={14} aria-hidden="true" />
        </Button>
      )}
    </AriaSearchField>
  );
}
