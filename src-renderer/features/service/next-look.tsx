import type { AwayView } from '../../../src-core/ipc/subjects/connections.ts';
import { useText } from '../../i18n/use-text.ts';
import { useNow } from '../../ui/use-now.ts';

/** When a service that is away will be looked for again. Seen and not heard: it is another every second. */
export function NextLook({ away }: { readonly away: AwayView }) {
  const { t } = useText();
  const seconds = Math.ceil((away.nextLookAtMs - useNow(1_000)) / 1_000);
  return (
    <span aria-hidden="true">{seconds > 0 ? t('ui.service.nextLook', { seconds }) : t('ui.service.looking')}</span>
  );
}
