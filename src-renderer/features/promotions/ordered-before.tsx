import type { PromotionLook } from '../../../src-core/ipc/subjects/promotions.ts';
import { useText } from '../../i18n/use-text.ts';
import { beforeAt } from './promotion-choices.ts';
import styles from './promotions.module.css';

/** Enough to tell which batch it was. */
const SHOWN = 8;

export interface OrderedBeforeProps {
  readonly look: PromotionLook;
  readonly connectionId: string | null;
  readonly again: boolean;
  readonly onAgain: (again: boolean) => void;
}

/** Stops the same batch from being ordered twice by mistake: what was ordered is shown, and stays out unless it is wanted. */
export function OrderedBefore({ look, connectionId, again, onAgain }: OrderedBeforeProps) {
  const { t, format } = useText();
  const titles = new Map(look.books.map(({ bookId, title }) => [bookId, title]));
  const before = look.orders.flatMap((order) => {
    const [first] = beforeAt(order, connectionId);
    return first === undefined ? [] : [{ ...first, from: order }];
  });
  if (before.length === 0) return null;
  return (
    <section className={styles.before} role="alert">
      <h3>▲ {t('promotions.before.title', { count: before.length, all: look.orders.length })}</h3>
      <ul>
        {before.slice(0, SHOWN).map(({ orderUid, atMs, from }) => (
          <li key={from.orderUid}>
            {t(orderUid === null ? 'promotions.before.underWay' : 'promotions.before.ordered', {
              title: titles.get(from.items[0]?.bookId ?? '') ?? from.orderUid,
              more: from.items.length - 1,
              orderUid: orderUid ?? '',
              time: format.dateTime(atMs),
            })}
          </li>
        ))}
        {before.length > SHOWN && <li>{t('promotions.before.more', { count: before.length - SHOWN })}</li>}
      </ul>
      <fieldset className={styles.choice} aria-label={t('promotions.before.choice')}>
        {[false, true].map((value) => (
          <label key={String(value)}>
            <input type="radio" name="ordered-before" checked={again === value} onChange={() => onAgain(value)} />
            {t(value ? 'promotions.before.again' : 'promotions.before.leave')}
          </label>
        ))}
      </fieldset>
    </section>
  );
}
