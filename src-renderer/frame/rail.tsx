import {
  CircleHelp,
  Images,
  ListOrdered,
  Ruler,
  Settings,
  UploadCloud,
  WalletCards,
  type LucideIcon,
} from 'lucide-react';
import { shownKeysOf } from '../../src-core/commands.ts';
import { useAnswer } from '../bridge.ts';
import { useText } from '../i18n/use-text.ts';
import { Button as AriaButton } from 'react-aria-components';
import { WithTooltip } from '../ui/tooltip.tsx';
import { runCommand } from '../commands/run-command.ts';
import { goTo, SECTIONS, type Section } from '../route.ts';
import styles from './rail.module.css';

const ICONS: Readonly<Record<Section, LucideIcon>> = {
  library: Images,
  queue: UploadCloud,
  orders: ListOrdered,
  credit: WalletCards,
  specs: Ruler,
  settings: Settings,
};

/** More would cover the icon; the whole count is said and stands on the screen itself. */
const MOST_ON_A_BADGE = 99;

/** Where one goes, at the left. Settings and help stand at its foot. */
export function Rail({ section }: { readonly section: Section }) {
  const { t, format } = useText();
  const status = useAnswer('app.status', {}).data;
  const badges: Partial<Record<Section, number>> = {
    queue: status?.queue.failed ?? 0,
    orders: status?.orders.changedSinceSeen ?? 0,
  };
  return (
    <nav className={styles.rail} aria-label={t('ui.sections')} data-pane="rail">
      {SECTIONS.map((name) => {
        const Icon = ICONS[name];
        const badge = badges[name] ?? 0;
        return (
          <WithTooltip key={name} text={t(`ui.section.${name}`)} shortcut={shownKeysOf(`go.${name}`)} placement="right">
            <AriaButton
              className={styles.item ?? ''}
              data-last={name === 'settings' || undefined}
              {...(name === section ? { 'aria-current': 'page' as const } : {})}
              onPress={() => goTo(name)}
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className={styles.label}>{t(`ui.section.${name}`)}</span>
              {badge > 0 && (
                <span className={styles.badge} data-tone={name === 'queue' ? 'bad' : 'plain'}>
                  <span className="visually-hidden">{t(`ui.badge.${name}`, { count: badge })}</span>
                  <span aria-hidden="true">
                    {badge > MOST_ON_A_BADGE ? `${format.number(MOST_ON_A_BADGE)}+` : format.number(badge)}
                  </span>
                </span>
              )}
            </AriaButton>
          </WithTooltip>
        );
      })}
      <WithTooltip text={t('ui.shortcuts')} shortcut={shownKeysOf('help.shortcuts')} placement="right">
        <AriaButton className={styles.item ?? ''} onPress={() => runCommand('help.shortcuts')}>
          <CircleHelp size={20} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.label}>{t('ui.keys')}</span>
        </AriaButton>
      </WithTooltip>
    </nav>
  );
}
