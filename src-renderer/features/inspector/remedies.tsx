import type { TextRef } from '../../../src-core/text-ref.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { CarriesDocument } from '../documents/carries-document.tsx';
import { useSaveDocument } from '../documents/save-document.ts';
import { pairingOf } from '../library/library-state.ts';
import { isLeftOver } from '../library/pair-candidates.ts';
import { usePairing } from '../library/use-pairing.ts';
import { useImports } from '../library/use-library-work.ts';
import { useSetSpec } from './use-set-values.ts';
import styles from './remedies.module.css';

export interface RemediesProps {
  readonly remedies: readonly TextRef[];
  readonly book: BookDetail;
}

/** What can be done, best first; what the studio can do itself has its button. */
export function Remedies({ remedies, book }: RemediesProps) {
  const { ref } = useText();
  if (remedies.length === 0) return null;
  return (
    <ul className={styles.remedies}>
      {remedies.map((remedy) => (
        <li key={JSON.stringify(remedy)}>
          <span className={styles.text}>{ref(remedy)}</span>
          <RemedyAction remedy={remedy} book={book} />
        </li>
      ))}
    </ul>
  );
}

function RemedyAction({ remedy, book }: { readonly remedy: TextRef; readonly book: BookDetail }) {
  const { t, ref } = useText();
  const { pickFiles } = useImports();
  const pairing = usePairing();
  const setSpec = useSetSpec();
  const { save, isSaving } = useSaveDocument(t('library.check.templateSaved'));
  const copy = (): void => {
    const text = ref(remedy);
    void navigator.clipboard.writeText(text).then(() => showToast({ text: t('library.check.copied', { text }) }));
  };
  switch (remedy.key.replace('findings.remedy.', '')) {
    case 'swapRoles':
      return <Button onPress={() => pairing.swap(book.bookId)}>{t('library.check.do')}</Button>;
    case 'addFile':
      return (
        <span className={styles.actions}>
          {isLeftOver(book) && <Button onPress={() => pairingOf.set(book.bookId)}>{t('library.pair.with')}</Button>}
          <Button onPress={pickFiles}>{t('library.addFiles')}</Button>
        </span>
      );
    case 'chooseSpec': {
      const wanted = book.specChoices.find(
        ({ specUid, name }) => specUid === remedy.params?.['spec'] || name === remedy.params?.['spec'],
      );
      return wanted === undefined ? null : (
        <Button onPress={() => setSpec.mutate({ bookIds: [book.bookId], specUid: wanted.specUid })}>
          {t('library.check.do')}
        </Button>
      );
    }
    case 'exportCoverForPages':
    case 'exportAtSize': {
      const { specUid, pageCount } = book;
      const kind = remedy.key.endsWith('exportCoverForPages') ? 'cover' : 'contents';
      const template =
        specUid === null || pageCount === null
          ? null
          : ({ what: 'template', specUid, pages: pageCount, kind } as const);
      return (
        <span className={styles.actions}>
          <Button onPress={copy}>{t('library.check.copy')}</Button>
          {template !== null && (
            <CarriesDocument document={template}>
              <Button isBusy={isSaving} onPress={() => save(template)}>
                {t('library.check.template')}
              </Button>
            </CarriesDocument>
          )}
        </span>
      );
    }
    default:
      return null;
  }
}
