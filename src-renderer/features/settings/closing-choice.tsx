import { CLOSINGS, type Closing } from '../../../src-core/desk/closing.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Tabs } from '../../ui/tabs.tsx';

/** What becomes of a studio with work when its window is closed. */
export function ClosingChoice({ closing }: { readonly closing: Closing }) {
  const { t } = useText();
  const set = useAction('app.setPreferences');
  return (
    <Tabs
      label={t('settings.closing.title')}
      value={closing}
      options={CLOSINGS.map((value) => ({ value, label: t(`settings.closing.${value}`) }))}
      onChange={(value) => set.mutate({ closing: value })}
    />
  );
}
