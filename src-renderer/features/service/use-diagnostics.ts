import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { copyText } from '../../ui/copy-text.ts';

/** Puts on the clipboard what whoever looks for a fault needs, without a key, an address or a name. */
export function useDiagnostics(): { readonly copy: () => void; readonly isBusy: boolean } {
  const { t } = useText();
  const diagnose = useAction('app.diagnostics', {
    onDone: ({ text }) => copyText(text, t('settings.about.diagnosticsCopied')),
  });
  return { copy: () => diagnose.mutate({}), isBusy: diagnose.isPending };
}
