import { ArrowLeftRight, LayoutTemplate, Unlink2 } from 'lucide-react';
import { useState } from 'react';
import type { ActionState, BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { useAnswer } from '../../bridge.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { openLayout } from '../../route.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Facts, Inspector, InspectorSection } from '../../ui/inspector.tsx';
import { openOrderReview } from '../orders/order-review-store.ts';
import { usePrintGate } from '../print-gate/print-gate.ts';
import { isLeftOver } from '../library/pair-candidates.ts';
import { usePairing } from '../library/use-pairing.ts';
import { BookRecipients } from '../recipients/book-recipients.tsx';
import { useUpload } from '../library/use-library-work.ts';
import { ExportMenu } from '../reports/export-menu.tsx';
import { BookSettings } from './book-settings.tsx';
import { BookTitle } from './book-title.tsx';
import { BookViewer } from './book-viewer.tsx';
import { CheckDepth } from './check-depth.tsx';
import { CheckList } from './check-list.tsx';
import { BookVersions } from './book-versions.tsx';
import { FilesTable } from './files-table.tsx';
import { isUndivided } from './finding-groups.ts';
import { InLayout } from './in-layout.tsx';
import { LeftOverPart } from './left-over-part.tsx';
import { SavedSincePart } from './saved-since-part.tsx';
import { QuickLook } from './quick-look.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { TwoVerdicts } from './two-verdicts.tsx';
import { useFindingSteps } from './use-finding-steps.ts';
import styles from './book-inspector.module.css';

/** One book: its pages with the guides on them, what the checks say, its files and its history. */
export function BookInspector({ book }: { readonly book: BookDetail }) {
  const { t, ref } = useText();
  const { current, address, goTo, setAddress, announcement } = useFindingSteps(book);
  const specs = useAnswer('specs.list', {}).data;
  const spec = specs?.find((candidate) => candidate.bookSpecUid === book.specUid) ?? null;
  const [isLarge, setIsLarge] = useState(false);
  useCommand('screen.quickLook', book.files.length === 0 ? null : () => setIsLarge(true));
  const pairing = usePairing();
  const upload = useUpload();
  const gate = usePrintGate();
  const { actions } = book;
  const isReadyForOrder = actions.order.allowed;
  const hasFiles = book.layout !== 'notExported';
  const reasonOf = ({ reason }: ActionState) => (reason === null ? null : ref(reason));
  const exchange = {
    isDisabled: !actions.swapRoles.allowed,
    whyNot: reasonOf(actions.swapRoles),
  };
  const isOne = book.files.length === 2;
  const takeApart = (): void => pairing.takeApart(book.bookId);
  const swap = (): void => pairing.swap(book.bookId);
  const open = (): void => openLayout(book.bookId);
  const order = (): void => gate('order', [book], openOrderReview);
  const send = (): void => gate('upload', [book], (bookIds, print) => upload.mutate({ bookIds: [...bookIds], print }));
  useCommand('library.uploadThis', actions.upload.allowed ? send : null, reasonOf(actions.upload));
  useCommand('library.orderThis', isReadyForOrder ? order : null, reasonOf(actions.order));
  const canSwap = hasFiles && actions.swapRoles.allowed;
  useCommand('library.swapRoles', canSwap ? swap : null, exchange.whyNot);
  useCommand('library.takeApart', canSwap && isOne ? takeApart : null, exchange.whyNot ?? t('ui.whyNot.oneFile'));
  useCommand('library.openLayout', book.layout === null ? null : open, t('ui.whyNot.notMadeHere'));
  const looking = { book, spec, address, onAddress: setAddress, current, onStop: goTo };
  return (
    <Inspector
      title={<BookTitle bookId={book.bookId} title={book.title} />}
      subtitle={<TwoVerdicts book={book} />}
      aside={
        <>
          {book.layout !== null && (
            <IconButton label={t('layout.open')} icon={LayoutTemplate} command="library.openLayout" onPress={open} />
          )}
          <ExportMenu bookIds={[book.bookId]} />
        </>
      }
      top={hasFiles && <BookViewer {...looking} onEnlarge={() => setIsLarge(true)} />}
      footer={
        !hasFiles ? (
          <Button variant="primary" command="library.openLayout" onPress={open}>
            {t('layout.open')}
          </Button>
        ) : isReadyForOrder ? (
          <Button command="library.orderThis" onPress={order}>
            {t('library.book.order')}
          </Button>
        ) : (
          <Button
            command="library.uploadThis"
            isDisabled={!actions.upload.allowed}
            whyNot={reasonOf(actions.upload)}
            isBusy={upload.isPending}
            onPress={send}
          >
            {t('library.book.upload')}
          </Button>
        )
      }
    >
      {isLeftOver(book) && !isUndivided(book.groups) && <LeftOverPart book={book} />}
      <SavedSincePart book={book} />
      {book.layout === 'former' && <BookVersions book={book} />}
      {hasFiles ? (
        <InspectorSection title={t('library.book.checks')} aside={<CheckDepth book={book} />}>
          <CheckList book={book} current={current} onStop={goTo} />
          <div aria-live="polite" className="visually-hidden">
            {announcement}
          </div>
        </InspectorSection>
      ) : (
        <InLayout book={book} />
      )}
      {isLeftOver(book) && isUndivided(book.groups) && <LeftOverPart book={book} />}
      {book.layout !== 'former' && <BookVersions book={book} />}
      <InspectorSection title={t('library.book.spec')}>
        <BookSettings book={book} spec={spec} />
      </InspectorSection>
      {hasFiles && (
        <InspectorSection title={t('recipients.ofBook')}>
          <BookRecipients bookId={book.bookId} quantity={book.quantity} />
        </InspectorSection>
      )}
      {hasFiles && (
        <InspectorSection
          title={t('library.book.files')}
          aside={
            <>
              {isOne && (
                <IconButton
                  label={t('library.pair.takeApart')}
                  icon={Unlink2}
                  {...exchange}
                  command="library.takeApart"
                  onPress={takeApart}
                />
              )}
              <IconButton
                label={t('library.book.swapRoles')}
                icon={ArrowLeftRight}
                {...exchange}
                command="library.swapRoles"
                onPress={swap}
              />
            </>
          }
        >
          {isOne && <p className={styles.pairing}>{t('library.pair.because', { reason: ref(book.pairing) })}</p>}
          <FilesTable bookId={book.bookId} files={book.files} />
        </InspectorSection>
      )}
      {book.bookUid !== null && (
        <InspectorSection title={t('library.book.atService')}>
          <Facts
            facts={[
              { name: t('library.book.bookUid'), value: book.bookUid },
              ...(book.orderUid === null ? [] : [{ name: t('library.book.orderUid'), value: book.orderUid }]),
            ]}
          />
        </InspectorSection>
      )}
      {isLarge && <QuickLook {...looking} onClose={() => setIsLarge(false)} />}
      {book.timeline.length > 0 && (
        <InspectorSection title={t('library.book.timeline')}>
          <Timeline entries={book.timeline} isNewestFirst />
        </InspectorSection>
      )}
    </Inspector>
  );
}
