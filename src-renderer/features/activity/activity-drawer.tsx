import { X } from 'lucide-react';
import { useState } from 'react';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { activityFilters, filterActivity, type ActivityFilter } from './activity-filter.ts';
import { ActivityLine } from './activity-line.tsx';
import { PackageLines } from './package-lines.tsx';
import styles from './activity.module.css';

/** Lines shown at once: more than anyone scrolls through; older ones are in the filter's reach. */
const SHOWN_LINES = 200;

export interface ActivityDrawerProps {
  /** The one that is chosen in the library; null: none, or several. */
  readonly bookId: string | null;
  readonly onClose: () => void;
}

/** Job packages that are under way, and every request to the service, newest first. Opened and closed with the backquote key. */
export function ActivityDrawer({ bookId, onClose }: ActivityDrawerProps) {
  const { t } = useText();
  const [wanted, setWanted] = useState<ActivityFilter>('all');
  const filters = activityFilters(bookId);
  const filter = filters.includes(wanted) ? wanted : 'all';
  const [openId, setOpenId] = useState<number | null>(null);
  const activity = useAnswer('activity.list', {});
  const all = activity.data ?? [];
  const entries = filterActivity(all, filter, bookId);
  return (
    <section
      className={styles.drawer}
      data-drawer
      aria-label={t('activity.title')}
      data-pane="activity"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header className={styles.head}>
        <h2>{t('activity.title')}</h2>
        <Tabs
          label={t('activity.filter.label')}
          value={filter}
          options={filters.map((value) => ({ value, label: t(`activity.filter.${value}`) }))}
          onChange={setWanted}
        />
        <span className={styles.quiet}>{t('activity.count', { count: entries.length })}</span>
        <span className={styles.gap} />
        <IconButton icon={X} label={t('activity.close')} shortcut="`" onPress={onClose} />
      </header>
      <PackageLines />
      <div className={styles.lines} tabIndex={0} role="region" aria-label={t('activity.lines')}>
        {entries.length === 0 ? (
          <p className={styles.none}>{t(all.length === 0 ? 'activity.empty' : 'activity.emptyFilter')}</p>
        ) : (
          <ul>
            {entries.slice(0, SHOWN_LINES).map((entry) => (
              <ActivityLine
                key={entry.id}
                entry={entry}
                isOpen={entry.id === openId}
                onToggle={() => setOpenId(entry.id === openId ? null : entry.id)}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
