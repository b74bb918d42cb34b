import { ClipboardCopy } from 'lucide-react';
import { isOwnFault } from '../../../src-core/desk/app-errors.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { useDiagnostics } from './use-diagnostics.ts';

/** Beside a fault of the studio itself, which nobody at the desk can mend: what whoever looks for it needs (operator-desk 3.6). */
export function OwnFault({ problem }: { readonly problem: TextRef | null }) {
  const { t } = useText();
  const { copy, isBusy } = useDiagnostics();
  if (problem === null || !isOwnFault(problem)) return null;
  return (
    <Button variant="quiet" icon={ClipboardCopy} isBusy={isBusy} onPress={copy}>
      {t('settings.about.diagnostics')}
    </Button>
  );
}
