import { BookOpen, Wand } from 'lucide-react';
import { useState } from 'react';
import { firstPageShowing } from '../../../src-core/layout/operations/pictures.ts';
import { spreadAt, spreadOf } from '../../../src-core/layout/spreads.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import type { FillWith } from './arrangement-bar.tsx';
import { documentOf, placeOf, useLayout, useLayoutPart } from './layout-context.ts';
import { placePagesFrom } from './place-pages.ts';
import styles from './tray.module.css';

// What is done with all that is unplaced.

interface PagesFootProps {
  /** Unplaced pages of PDFs. */
  readonly pages: readonly string[];
  readonly onAllPlaced: () => void;
}

/** Places the unplaced pages of PDFs on the empty pages from here on. */
export function PagesFoot({ pages, onAllPlaced }: PagesFootProps) {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const [isLooking, setIsLooking] = useState(false);
  if (pages.length === 0) return null;
  const put = (): void => {
    const spread = place === 'cover' ? null : spreadAt(document, place);
    const here = [spread?.left, spread?.right].map((id) => document.order.indexOf(id ?? '')).filter((at) => at >= 0);
    const from = here.length === 0 ? 0 : Math.min(...here);
    setIsLooking(true);
    void placePagesFrom(session, { keys: pages, from }).then((left) => {
      setIsLooking(false);
      if (left === null) return;
      const shown = pages.map((key) => firstPageShowing(session.document, key)).find((at) => at !== null);
      if (place === 'cover' && shown !== undefined)
        session.goTo(spreadOf(session.document, session.document.order[shown - 1] ?? '')?.index ?? 0);
      // The button goes with the last of them, and the focus would go with it.
      if (left === 0) onAllPlaced();
    });
  };
  return (
    <div className={styles.foot}>
      <Button icon={BookOpen} isBusy={isLooking} onPress={put}>
        {t('layout.placePages', { count: pages.length })}
      </Button>
      <p className={styles.filling}>{t('layout.placePagesHint')}</p>
    </div>
  );
}

interface FillFootProps {
  readonly which: FillWith;
  /** Of those that are unplaced. */
  readonly count: number;
  readonly onFill: (which: FillWith) => void;
}

/** *Fill*, with all pictures or with the favourites that the tray shows, and how far it is. */
export function FillFoot({ which, count, onFill }: FillFootProps) {
  const { t } = useText();
  const { filling } = useLayout();
  const underWay = filling.underWay.use();
  if (underWay === null)
    return (
      count > 0 && (
        <div className={styles.foot}>
          <Button icon={Wand} onPress={() => onFill(which)}>
            {which === 'favourites' ? t('layout.fillFavourites', { count }) : t('layout.fillBook')}
          </Button>
        </div>
      )
    );
  return (
    <div className={styles.foot} data-filling="">
      <p className={styles.filling}>{t('layout.filling')}</p>
      <ProgressBar label={t('layout.filling')} share={underWay.share} />
      <Button onPress={() => filling.stop()}>{t('layout.fillStop')}</Button>
    </div>
  );
}
