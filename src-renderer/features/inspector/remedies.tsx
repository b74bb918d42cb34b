import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { exportNumbersOf } from '../../../src-core/specs/export-numbers.ts';
import type { TextRef } from '../../../src-core/text-ref.ts';
import { useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText, useCopyByKey } from '../../ui/copy-text.ts';
import { SaveTemplate } from '../documents/save-template.tsx';
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
  const { t } = useText();
  const { pickFiles } = useImports();
  const pairing = usePairing();
  const setSpec = useSetSpec();
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
    case 'coverOfTwoPages':
      return <ExportAgain remedy={remedy} book={book} kind="cover" />;
    case 'exportAtSize':
      return <ExportAgain remedy={remedy} book={book} kind="contents" />;
    default:
      return null;
  }
}

interface ExportAgainProps {
  readonly remedy: TextRef;
  readonly book: BookDetail;
  readonly kind: PdfKind;
}

/** What whoever exports again needs: the exact numbers to type in, and a template of them. */
function ExportAgain({ remedy, book, kind }: ExportAgainProps) {
  const { t, ref } = useText();
  const { specUid } = book;
  // A cover may be wanted for other pages than those that are there.
  const pageCount = typeof remedy.params?.['pages'] === 'number' ? remedy.params['pages'] : book.pageCount;
  const spec = useAnswer('specs.list', {}).data?.find(({ bookSpecUid }) => bookSpecUid === specUid);
  const text =
    spec === undefined || pageCount === null
      ? ref(remedy)
      : t('specs.numbers', { ...exportNumbersOf(spec, kind, pageCount) });
  const said = t('library.check.copied', { text });
  useCopyByKey(text, said);
  return (
    <span className={styles.actions}>
      <Button onPress={() => copyText(text, said)}>{t('library.check.copy')}</Button>
      {specUid !== null && pageCount !== null && (
        <SaveTemplate label={t('library.check.template')} template={{ specUid, pages: pageCount, kind }} />
      )}
    </span>
  );
}
