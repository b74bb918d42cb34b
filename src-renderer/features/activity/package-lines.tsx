import { Package, X } from 'lucide-react';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PackageProgress, useStopPackage } from '../packages/package-progress.tsx';
import styles from './activity.module.css';

/** Every job package that is being saved or opened, each with how far it is and its own stop: the status bar has room for one. */
export function PackageLines() {
  const { t } = useText();
  const works = useAnswer('packages.work', {}).data ?? [];
  const stopOf = useStopPackage();
  if (works.length === 0) return null;
  return (
    <ul className={styles.works} aria-label={t('activity.packages')}>
      {works.map((work) => {
        const { kind, name, workId } = work;
        const title = t(`library.package.${kind}`, { name });
        const stop = stopOf(work);
        return (
          <li key={workId} className={styles.work}>
            <Package size={16} aria-hidden="true" />
            <span className={styles.workName} title={title}>
              {title}
            </span>
            <PackageProgress work={work} title={title} barClassName={styles.workBar} detailClassName={styles.quiet} />
            <span className={styles.gap} />
            <IconButton
              icon={X}
              label={t('library.package.stop', { name })}
              isDisabled={stop === null}
              onPress={() => stop?.()}
            />
          </li>
        );
      })}
    </ul>
  );
}
