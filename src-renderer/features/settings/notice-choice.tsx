import { NOTICE_KINDS, type NoticeSettings } from '../../../src-core/desk/notices.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import styles from './settings.module.css';

/** What the desktop tells while the window is not in front. */
export function NoticeChoice({ notices }: { readonly notices: NoticeSettings }) {
  const { t } = useText();
  const set = useAction('app.setPreferences');
  return (
    <fieldset className={styles.ticks} aria-label={t('settings.notices.title')}>
      {NOTICE_KINDS.map((kind) => (
        <label key={kind} className={styles.tick}>
          <input
            type="checkbox"
            checked={notices[kind]}
            onChange={() => set.mutate({ notices: { ...notices, [kind]: !notices[kind] } })}
          />
          {t(`settings.notices.${kind}`)}
        </label>
      ))}
    </fieldset>
  );
}
