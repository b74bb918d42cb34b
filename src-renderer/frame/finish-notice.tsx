import type { WorkCounts } from '../../src-core/desk/work-left.ts';
import type { StatusView } from '../../src-core/ipc/subjects/app.ts';
import { useAction } from '../bridge.ts';
import { useText } from '../i18n/use-text.ts';
import { Button } from '../ui/button.tsx';
import styles from './service-notice.module.css';

const COUNTED: readonly (keyof WorkCounts)[] = ['uploads', 'orders', 'exports', 'intakes', 'packages'];

/** That the studio quits when its work is through, how much that is, and the two ways out of it (operator-desk 6.8). */
export function FinishNotice({ finish }: { readonly finish: StatusView['finish'] }) {
  const { t, ref } = useText();
  const stay = useAction('app.stay');
  const quit = useAction('app.quitNow');
  if (finish === null) return null;
  const { left, still } = finish;
  const told = COUNTED.filter((what) => left[what] > 0).map((what) => t(`ui.finish.${what}`, { count: left[what] }));
  return (
    <div role={still === null ? 'status' : 'alert'} className={styles.notice} data-broken={still !== null || undefined}>
      <p className={styles.words}>
        <strong>{still === null ? t('ui.finish.quits') : t('ui.finish.staysOpen', { why: ref(still) })}</strong>{' '}
        <span aria-hidden="true">{told.join(', ')}</span>
      </p>
      <Button isBusy={quit.isPending} onPress={() => quit.mutate({})}>
        {t('ui.finish.quitNow')}
      </Button>
      <Button variant="primary" isBusy={stay.isPending} onPress={() => stay.mutate({})}>
        {t('ui.finish.stay')}
      </Button>
    </div>
  );
}
