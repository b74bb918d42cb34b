import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { BOOK_SIDES } from '../../../src-core/specs/bound-book.ts';
import { leafed, type BookPlace } from '../../../src-core/specs/bound-place.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import styles from './leaf-bar.module.css';

interface LeafBarProps {
  readonly place: BookPlace;
  readonly spreads: number;
  readonly onPlace: (place: BookPlace) => void;
  /** The closed book is seen from one of its sides, and not flat. */
  readonly hasSides: boolean;
  /** What stands before it in the bar. */
  readonly children?: ReactNode;
}

/** Leafs through a book, and turns it while it is closed. */
export function LeafBar({ place, spreads, onPlace, hasSides, children }: LeafBarProps) {
  const { t } = useText();
  return (
    <div className={styles.bar}>
      {children}
      <IconButton
        label={t('layout.preview.back')}
        icon={ChevronLeft}
        shortcut="←"
        isDisabled={place === 'front'}
        onPress={() => onPlace(leafed(place, -1, spreads))}
      />
      <span className={styles.place} role="status">
        {typeof place === 'number' ? t('layout.spreadOf', { spread: place + 1, spreads }) : t('layout.cover')}
      </span>
      <IconButton
        label={t('layout.preview.on')}
        icon={ChevronRight}
        shortcut="→"
        isDisabled={place === 'back'}
        onPress={() => onPlace(leafed(place, 1, spreads))}
      />
      {typeof place === 'string' && hasSides && (
        <Tabs
          label={t('layout.preview.side')}
          value={place}
          onChange={onPlace}
          options={BOOK_SIDES.map((value) => ({ value, label: t(`layout.preview.side.${value}`) }))}
        />
      )}
    </div>
  );
}

/** What a key does with a book that is looked at; null: nothing. */
export function placeByKey(key: string, place: BookPlace, spreads: number): BookPlace | null {
  switch (key) {
    case 'ArrowRight':
    case 'PageDown':
      return leafed(place, 1, spreads);
    case 'ArrowLeft':
    case 'PageUp':
      return leafed(place, -1, spreads);
    case 'Home':
      return 'front';
    case 'End':
      return 'back';
    default:
      return null;
  }
}
