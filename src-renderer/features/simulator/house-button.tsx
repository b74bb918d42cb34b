import { Factory } from 'lucide-react';
import { runCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { usePrintHouse } from './use-print-house.ts';

/** Opens the panel of the print house from where somebody may look for it; nothing beside a real service. */
export function HouseButton({ onlyLive = false }: { readonly onlyLive?: boolean }) {
  const { t } = useText();
  const house = usePrintHouse();
  if (house === null || (onlyLive && house.environment !== 'live')) return null;
  return (
    <Button variant="quiet" icon={Factory} command="printHouse.open" onPress={() => runCommand('printHouse.open')}>
      {t('simulator.open')}
    </Button>
  );
}
