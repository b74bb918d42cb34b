import { FileDown, FolderSearch, SquareArrowOutUpRight, X } from 'lucide-react';
import { useEffect } from 'react';
import type { BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/chip.tsx';
import { EndKept } from '../../ui/end-kept.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Facts } from '../../ui/inspector.tsx';
import { CarriesDocument } from '../documents/carries-document.tsx';
import { useSaveDocument } from '../documents/save-document.ts';
import { MadeFixes } from '../fixes/made-fixes.tsx';
import { awaitNewVersion, awaitNoLonger, useAwaited } from './awaited-files.ts';
import styles from './files-table.module.css';

/** Enough of a hash to compare two by eye. */
const HASH_CHARS = 12;

export function FilesTable({ bookId, files }: { readonly bookId: string; readonly files: readonly BookFile[] }) {
  return (
    <div className={styles.files}>
      {files.map((file) => (
        <FileFacts key={file.fileId} bookId={bookId} file={file} />
      ))}
    </div>
  );
}

function FileFacts({ bookId, file }: { readonly bookId: string; readonly file: BookFile }) {
  const { t, ref, format } = useText();
  const size = (widthMm: number, heightMm: number): string => `${format.mm(widthMm)} × ${format.mm(heightMm)} mm`;
  const { save, isSaving } = useSaveDocument(t('library.book.copySaved'));
  const { fileId } = file;
  const { mutateAsync: openFile } = useAction('library.openFile');
  const { mutate: revealFile } = useAction('library.revealFile');
  // Some systems answer when the program is closed again: what it saves until then is waited for from the press on.
  const open = (): void => {
    awaitNewVersion(file);
    void openFile({ fileId }).catch(() => awaitNoLonger(fileId));
  };
  const awaited = useAwaited(file);
  useEffect(() => {
    if (awaited === 'come') awaitNoLonger(fileId);
  }, [awaited, fileId]);
  const pdf = { what: 'bookFile', fileId: file.fileId } as const;
  return (
    <section className={styles.file} aria-label={file.name}>
      <div className={styles.head}>
        <Chip>{t(`library.book.${file.role}`)}</Chip>
        <CarriesDocument document={pdf} isHandle className={styles.name}>
          <span title={t('library.book.carry', { name: file.name })}>
            <EndKept text={file.name} />
          </span>
        </CarriesDocument>
        {file.presence !== 'present' && <Chip tone="warning">{t(`library.book.${file.presence}`)}</Chip>}
        <IconButton
          label={t('library.book.saveCopy')}
          icon={FileDown}
          isDisabled={isSaving || file.presence === 'missing' || file.presence === 'elsewhere'}
          onPress={() => save(pdf)}
        />
        <IconButton
          label={t('library.book.open')}
          icon={SquareArrowOutUpRight}
          isDisabled={!file.open.allowed}
          whyNot={file.open.reason === null ? null : ref(file.open.reason)}
          onPress={open}
        />
        <IconButton label={t('library.book.reveal')} icon={FolderSearch} onPress={() => revealFile({ fileId })} />
      </div>
      <div role="status">
        {awaited === 'waiting' && (
          <span className={styles.awaited}>
            {t('library.book.awaited')}
            <IconButton label={t('library.book.awaitNoLonger')} icon={X} onPress={() => awaitNoLonger(fileId)} />
          </span>
        )}
      </div>
      {file.fixes.length > 0 && <MadeFixes bookId={bookId} file={file} />}
      <Facts
        facts={[
          { name: t('library.file.size'), value: format.bytes(file.sizeBytes) },
          ...(file.pdfPages === null ? [] : [{ name: t('library.file.pages'), value: format.number(file.pdfPages) }]),
          ...(file.widthMm === null || file.heightMm === null
            ? []
            : [{ name: t('library.file.visible'), value: size(file.widthMm, file.heightMm) }]),
          ...file.boxes.map(({ box, widthMm, heightMm }) => ({
            name: t(`library.box.${box}`),
            value: size(widthMm, heightMm),
          })),
          { name: t('library.file.modified'), value: format.dateTime(file.modifiedAtMs) },
          ...(file.sha256 === null
            ? []
            : [
                {
                  name: t('library.file.hash'),
                  value: <span title={file.sha256}>{file.sha256.slice(0, HASH_CHARS)}…</span>,
                },
              ]),
        ]}
      />
    </section>
  );
}
