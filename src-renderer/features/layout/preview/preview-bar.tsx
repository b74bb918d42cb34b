import { useText } from '../../../i18n/use-text.ts';
import { Tabs } from '../../../ui/tabs.tsx';
import { LeafBar } from '../../bound/leaf-bar.tsx';
import { PREVIEW_LOOKS, type BookPreview } from './use-book-preview.ts';

/** Leafs through the book, and lays it flat. */
export function PreviewBar({ look, setLook, place, spreads, goTo }: BookPreview) {
  const { t } = useText();
  return (
    <LeafBar place={place} spreads={spreads} onPlace={goTo} hasSides={look === 'bound'}>
      <Tabs
        label={t('layout.preview.look')}
        value={look}
        onChange={setLook}
        options={PREVIEW_LOOKS.map((value) => ({ value, label: t(`layout.preview.look.${value}`) }))}
      />
    </LeafBar>
  );
}
