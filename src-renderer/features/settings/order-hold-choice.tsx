import { ORDER_HOLDS, type OrderHold } from '../../../src-core/desk/order-hold.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Tabs } from '../../ui/tabs.tsx';

/** How long what was confirmed can be taken back. */
export function OrderHoldChoice({ seconds }: { readonly seconds: OrderHold }) {
  const { t } = useText();
  const set = useAction('app.setPreferences');
  return (
    <Tabs
      label={t('settings.hold.title')}
      value={String(seconds)}
      options={ORDER_HOLDS.map((value) => ({ value: String(value), label: t(`settings.hold.${value}`) }))}
      onChange={(chosen) => {
        const next = ORDER_HOLDS.find((value) => String(value) === chosen);
        if (next !== undefined) set.mutate({ orderHoldSeconds: next });
      }}
    />
  );
}
