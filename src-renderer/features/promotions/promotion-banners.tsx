import { useState } from 'react';
import type { PrintTaken } from '../../../src-core/ipc/subjects/checks.ts';
import type { PromotionView } from '../../../src-core/ipc/subjects/promotions.ts';
import { useAction, useAnswer, useList } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ConfirmDialog } from '../../ui/sheet.tsx';
import { usePrintGate } from '../print-gate/print-gate.ts';
import styles from './promotions.module.css';

export interface PromotionBannersProps {
  readonly onReview: (promotionId: string, bookIds: readonly string[], print: PrintTaken) => void;
}

/** Every promotion that waits: for its uploads, for a decision, or for its review. */
export function PromotionBanners({ onReview }: PromotionBannersProps) {
  const promotions = useAnswer('promotions.list', {}).data ?? [];
  return promotions.map((promotion) => (
    <PromotionBanner key={promotion.promotionId} promotion={promotion} onReview={onReview} />
  ));
}

interface PromotionBannerProps extends PromotionBannersProps {
  readonly promotion: PromotionView;
}

function PromotionBanner({ promotion, onReview }: PromotionBannerProps) {
  const { t, ref, format } = useText();
  const gate = usePrintGate();
  const library = useList('library.changes').data ?? [];
  const [isDropping, setDropping] = useState(false);
  const decide = useAction('promotions.decide');
  const drop = useAction('promotions.drop', { onDone: () => setDropping(false) });
  const { promotionId, connection, orders, uploaded, state, troubles } = promotion;
  const rowsOf = (bookIds: readonly string[]) => {
    const wanted = new Set(bookIds);
    return library.filter(({ bookId }) => wanted.has(bookId));
  };
  const review = () =>
    gate('order', rowsOf(promotion.books), (bookIds, print) => onReview(promotionId, bookIds, print));
  const take = (bookId: string) =>
    gate('upload', rowsOf([bookId]), (bookIds, print) =>
      decide.mutate({ promotionId, bookIds: [...bookIds], take: true, print }),
    );
  const leave = (bookId: string) =>
    decide.mutate({ promotionId, bookIds: [bookId], take: false, print: { seen: [], by: null } });
  const books = promotion.books.length;
  const said = () => {
    if (!connection.isInUse) return t('promotions.banner.elsewhere', { name: connection.name });
    return t(`promotions.banner.${state}`, { books, uploaded, count: troubles.length });
  };
  return (
    <section
      className={styles.banner}
      data-state={connection.isInUse ? state : 'elsewhere'}
      aria-label={t('promotions.banner.label')}
    >
      <div className={styles.bannerHead}>
        <p role="status">
          <strong>
            {t('promotions.banner.title', { count: orders, time: format.dateTime(promotion.createdAtMs) })}
          </strong>
          <span>{said()}</span>
        </p>
        <Button variant="quiet" onPress={() => setDropping(true)}>
          {t('promotions.banner.drop')}
        </Button>
        {connection.isInUse && (
          <Button
            variant="primary"
            isDisabled={state !== 'ready'}
            whyNot={t('promotions.banner.notReady')}
            onPress={review}
          >
            {t('promotions.banner.review', { count: orders })}
          </Button>
        )}
      </div>
      {connection.isInUse && state !== 'ready' && (
        <ProgressBar label={t('promotions.banner.progress')} share={books === 0 ? 1 : uploaded / books} tone="plain" />
      )}
      {connection.isInUse && troubles.length > 0 && (
        <ul className={styles.lines}>
          {troubles.map(({ bookId, title, why, canTake }) => (
            <li key={bookId} className={styles.line}>
              <div>
                <strong>{title}</strong>
                <span className={styles.why}>▲ {ref(why)}</span>
              </div>
              <div className={styles.all}>
                {canTake && (
                  <Button
                    aria-label={t('promotions.banner.takeOf', { title })}
                    isBusy={decide.isPending}
                    onPress={() => take(bookId)}
                  >
                    {t('promotions.banner.take')}
                  </Button>
                )}
                <Button
                  variant="quiet"
                  aria-label={t('promotions.banner.leaveOf', { title })}
                  onPress={() => leave(bookId)}
                >
                  {t('promotions.banner.leave')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isDropping && (
        <ConfirmDialog
          title={t('promotions.drop.title')}
          text={t('promotions.drop.text')}
          keepLabel={t('promotions.drop.keep')}
          confirmLabel={t('promotions.drop.confirm')}
          isBusy={drop.isPending}
          onKeep={() => setDropping(false)}
          onConfirm={() => drop.mutate({ promotionId })}
        />
      )}
    </section>
  );
}
