import { leftMs, type PackageWork } from '../../../src-core/desk/package-work.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { useNow } from '../../ui/use-now.ts';

/** Stops a job package's work; null where it cannot be stopped: books that are being made of files are made, all of them. */
export function useStopPackage(): (work: PackageWork) => (() => void) | null {
  const { t } = useText();
  const { mutate: cancel } = useAction('packages.cancel', {
    onDone: ({ isStopped }) =>
      showToast({ text: t(isStopped ? 'library.package.stopped' : 'library.package.tooLate') }),
  });
  return ({ workId, step, isStopping }) => (step === 'filing' || isStopping ? null : () => cancel({ workId }));
}

export interface PackageProgressProps {
  readonly work: PackageWork;
  readonly title: string;
  readonly barClassName: string | undefined;
  readonly detailClassName: string | undefined;
}

/** How far it is, in a bar and in words, and how long it will take. */
export function PackageProgress({ work, title, barClassName, detailClassName }: PackageProgressProps) {
  const { t, format } = useText();
  const left = leftMs(work, useNow(1_000));
  const { step, doneBytes, allBytes, isStopping } = work;
  return (
    <>
      <ProgressBar label={title} share={allBytes === 0 ? null : doneBytes / allBytes} className={barClassName ?? ''} />
      <span className={detailClassName}>
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
