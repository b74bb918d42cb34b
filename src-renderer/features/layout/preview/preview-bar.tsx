import { ChevronLeft, ChevronRight } from 'lucide-react';
import { spreadsOf } from '../../../../src-core/layout/spreads.ts';
import { BOOK_SIDES } from '../../../../src-core/specs/bound-book.ts';
import { useText } from '../../../i18n/use-text.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { documentOf, placeOf, useLayoutPart } from '../layout-context.ts';
import { PREVIEW_LOOKS, type BookPreview } from './use-book-preview.ts';
import styles from './preview-bar.module.css';

/** Leafs through the book, turns it while it is closed, and lays it flat. */
export function PreviewBar({ preview }: { readonly preview: BookPreview }) {
  const { t } = useText();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const { look, side, leaf, setLook, setSide } = preview;
  const isClosed = place === 'cover';
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('layout.preview')}>
      <Tabs
        label={t('layout.preview.look')}
        value={look}
        onChange={setLook}
        options={PREVIEW_LOOKS.map((value) => ({ value, label: t(`layout.preview.look.${value}`) }))}
      />
      <IconButton
        label={t('layout.preview.back')}
        icon={ChevronLeft}
        shortcut="←"
        isDisabled={isClosed && side === 'front'}
        onPress={() => leaf(-1)}
      />
      <span className={styles.place} role="status">
        {isClosed
          ? t('layout.cover')
          : t('layout.spreadOf', { spread: place + 1, spreads: spreadsOf(document).length })}
      </span>
      <IconButton
        label={t('layout.preview.on')}
        icon={ChevronRight}
        shortcut="→"
        isDisabled={isClosed && side === 'back'}
        onPress={() => leaf(1)}
      />
      {isClosed && look === 'bound' && (
        <Tabs
          label={t('layout.preview.side')}
          value={side}
          onChange={setSide}
          options={BOOK_SIDES.map((value) => ({ value, label: t(`layout.preview.side.${value}`) }))}
        />
      )}
    </div>
  );
}
