import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { PromoteSheet } from './promote-sheet.tsx';

/** The way from orders of a Sandbox to the same in Live; nothing where no Sandbox is in use. */
export function OrderInLive({ orderUids }: { readonly orderUids: readonly string[] }) {
  const { t } = useText();
  const isSandbox = useAnswer('app.status', {}).data?.connection?.environment === 'sandbox';
  /** Of which orders, whatever is selected meanwhile. */
  const [asked, setAsked] = useState<readonly string[] | null>(null);
  const open = () => setAsked(orderUids);
  useCommand(
    'orders.promote',
    isSandbox && orderUids.length > 0 ? open : null,
    t(isSandbox ? 'ui.whyNot.noOrder' : 'ui.whyNot.notSandbox'),
  );
  if (asked === null && (!isSandbox || orderUids.length === 0)) return null;
  return (
    <>
      <Button icon={Rocket} command="orders.promote" onPress={open}>
        {t('promotions.open')}
      </Button>
      {asked !== null && <PromoteSheet orderUids={asked} onClose={() => setAsked(null)} />}
    </>
  );
}
