import { ChevronDown, ChevronRight, FileSpreadsheet, LayoutTemplate, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ImportReport } from '../../../src-core/ipc/subjects/imports.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { newBook } from '../layout/new-book.ts';
import { offerManifest, openManifest } from './open-manifest.ts';
import styles from './import-panel.module.css';

export interface ImportPanelProps {
  readonly importId: string;
  readonly onUndo: () => void;
  readonly onClose: () => void;
}

/** What was found in a dropped folder: while it is read, and after. */
export function ImportPanel({ importId, onUndo, onClose }: ImportPanelProps) {
  const { t } = useText();
  const report = useAnswer('imports.report', { importId }).data;
  const { mutate: cancel } = useAction('imports.cancel');
  const [isOpen, setIsOpen] = useState(false);
  const list = report?.state === 'done' ? report.manifests[0] : undefined;
  useEffect(() => {
    if (list !== undefined) offerManifest(importId, list.manifestId);
  }, [importId, list]);
  if (report === undefined) return null;
  const isScanning = report.state === 'scanning';
  const hasDetails = report.conflicts.length + report.ignored.length > 0;
  const { pictures, folderName } = report;
  const foundNothing = report.state === 'done' && report.pdfsFound + pictures + report.manifests.length === 0;
  const layOut = (): void =>
    newBook.set({ title: folderName.slice(0, LIMITS.titleMaxChars), pictures: { importId, count: pictures } });
  return (
    <section className={styles.panel} aria-label={t(`library.import.${report.state}`, { folder: report.folderName })}>
      {isScanning && (
        <ProgressBar
          label={t('library.import.scanning', { folder: report.folderName })}
          share={null}
          className={styles.progress ?? ''}
        />
      )}
      <div className={styles.row}>
        <strong className={styles.folder}>
          {foundNothing
            ? t('library.import.nothing', { folder: report.folderName })
            : t(`library.import.${isScanning ? 'scanning' : report.state}`, { folder: report.folderName })}
        </strong>
        <Counts report={report} />
        <span className={styles.actions}>
          {hasDetails && (
            <Button
              variant="quiet"
              icon={isOpen || foundNothing ? ChevronDown : ChevronRight}
              onPress={() => setIsOpen(!isOpen)}
            >
              {t(isOpen || foundNothing ? 'library.import.hideDetails' : 'library.import.details')}
            </Button>
          )}
          {!isScanning &&
            report.manifests.map(({ manifestId, name }) => (
              <Button key={manifestId} icon={FileSpreadsheet} onPress={() => openManifest.set(manifestId)}>
                {t('library.import.manifest', { name })}
              </Button>
            ))}
          {!isScanning && pictures > 0 && (
            <Button icon={LayoutTemplate} onPress={layOut}>
              {t('library.import.layOut', { count: pictures })}
            </Button>
          )}
          {isScanning ? (
            <Button onPress={() => cancel({ importId })}>{t('library.import.stop')}</Button>
          ) : (
            report.paired + report.alone + report.conflicts.length + report.updated > 0 && (
              <Button variant="quiet" onPress={onUndo}>
                {t('library.import.undo')}
              </Button>
            )
          )}
          <IconButton label={t('ui.close')} icon={X} onPress={onClose} />
        </span>
      </div>
      {(isOpen || foundNothing) && (
        <Details report={report} note={foundNothing ? t('library.import.nothingText') : null} />
      )}
    </section>
  );
}

function Counts({ report }: { readonly report: ImportReport }) {
  const { t } = useText();
  const counts = [
    ['found', report.pdfsFound],
    ['paired', report.paired],
    ['guessed', report.guessed],
    ['alone', report.alone],
    ['updated', report.updated],
    ['pictures', report.pictures],
    ['conflicts', report.conflicts.length],
    ['leftOut', report.leftOut],
    ['ignored', report.ignored.length],
  ] as const;
  return (
    <ul className={styles.counts}>
      {counts
        .filter(([, count]) => count > 0)
        .map(([name, count]) => (
          <li key={name} data-kind={name}>
            {t(`library.import.${name}`, { count })}
          </li>
        ))}
    </ul>
  );
}

function Details({ report, note }: { readonly report: ImportReport; readonly note: string | null }) {
  const { t, ref } = useText();
  return (
    <div className={styles.details} tabIndex={0} role="region" aria-label={t('library.import.details')}>
      {note !== null && <p className={styles.note}>{note}</p>}
      {(['conflicts', 'ignored'] as const).map((kind) =>
        report[kind].length === 0 ? null : (
          <table key={kind} className={styles.list}>
            <caption>{t(`library.import.${kind}Title`)}</caption>
            <tbody>
              {report[kind].map(({ name, reason }, index) => (
                <tr key={`${name}-${index}`}>
                  <th scope="row">{name}</th>
                  <td>{ref(reason)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ),
      )}
    </div>
  );
}
