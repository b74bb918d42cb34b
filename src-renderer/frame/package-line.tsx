import { Package, X } from 'lucide-react';
import { useAnswer } from '../bridge.ts';
import { useCommand } from '../commands/run-command.ts';
import { PackageProgress, useStopPackage } from '../features/packages/package-progress.tsx';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './status-bar.module.css';

/** The job package that is being saved or opened, how far it is and how to stop it; of others beside it how many there are. */
export function PackageLine() {
  const { t } = useText();
  const [work, ...others] = useAnswer('packages.work', {}).data ?? [];
  const stopOf = useStopPackage();
  const stop = work === undefined ? null : stopOf(work);
  useCommand('packages.stop', stop, t('ui.whyNot.noPackageWork'));
  if (work === undefined) return null;
  const { kind, name } = work;
  const title = t(`library.package.${kind}`, { name });
  return (
    <div className={styles.package}>
      <Package size={16} aria-hidden="true" />
      <span className={styles.name} title={title}>
        {title}
      </span>
      <PackageProgress work={work} title={title} barClassName={styles.progress} detailClassName={styles.detail} />
      {others.length > 0 && (
        <span className={styles.quiet} title={others.map((other) => other.name).join('\n')}>
          {t('library.package.others', { count: others.length })}
        </span>
      )}
      <IconButton
        icon={X}
        command="packages.stop"
        label={t('library.package.stop', { name })}
        isDisabled={stop === null}
        onPress={() => stop?.()}
      />
    </div>
  );
}
