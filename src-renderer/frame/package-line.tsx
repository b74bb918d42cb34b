import { Package, X } from 'lucide-react';
import { leftMs, type PackageWork } from '../../src-core/desk/package-work.ts';
import { useAction, useAnswer } from '../bridge.ts';
import { useCommand } from '../commands/run-command.ts';
import { useText } from '../i18n/use-text.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { showToast } from '../ui/toast-store.ts';
import { useNow } from '../ui/use-now.ts';
import styles from './status-bar.module.css';

/** The job package that is being saved or opened, how far it is and how to stop it; of others beside it how many there are. */
export function PackageLine() {
  const { t } = useText();
  const [work, ...others] = useAnswer('packages.work', {}).data ?? [];
  const cancel = useAction('packages.cancel', {
    onDone: ({ isStopped }) =>
      showToast({ text: t(isStopped ? 'library.package.stopped' : 'library.package.tooLate') }),
  });
  const stop = work !== undefined && mayStop(work) ? () => cancel.mutate({ workId: work.workId }) : null;
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
      <HowFar work={work} title={title} />
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

/** Books that are being made of files are made, all of them. */
const mayStop = ({ step, isStopping }: PackageWork): boolean => step !== 'filing' && !isStopping;

function HowFar({ work, title }: { readonly work: PackageWork; readonly title: string }) {
  const { t, format } = useText();
  const left = leftMs(work, useNow(1_000));
  const { step, doneBytes, allBytes, isStopping } = work;
  return (
    <>
      <ProgressBar
        label={title}
        share={allBytes === 0 ? null : doneBytes / allBytes}
        className={styles.progress ?? ''}
      />
      <span className={styles.detail}>
        {isStopping
          ? t('library.package.stopping')
          : step !== 'copying'
            ? t(`library.package.${step}`)
            : t('library.package.copied', { done: format.bytes(doneBytes), all: format.bytes(allBytes) })}
        {!isStopping && step === 'copying' && left !== null && (
          <> · {t('library.package.left', { time: format.duration(left) })}</>
        )}
      </span>
    </>
  );
}
