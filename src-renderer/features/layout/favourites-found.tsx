import { Copy } from 'lucide-react';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import type { AskedName, Favourites } from '../../../src-core/layout/favourites.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { PreviewImage } from './preview-image.tsx';
import styles from './favourites-sheet.module.css';

/** More nobody looks through; all of them are counted. */
const MOST_SHOWN = 8;
const MOST_LISTED = 200;
const MOST_ASKED = 40;
const MOST_CANDIDATES = 12;

interface FavouritesFoundProps {
  readonly document: LayoutDocument;
  readonly favourites: Favourites;
  readonly chosen: ReadonlyMap<string, number>;
  readonly picked: ReadonlySet<string>;
  readonly isEmpty: boolean;
  readonly onPick: (picked: ReadonlySet<string>) => void;
}

/** What the lists name: the pictures, what is in none of them, and what a person has to tell. */
export function FavouritesFound({ document, favourites, chosen, picked, isEmpty, onPick }: FavouritesFoundProps) {
  const { t } = useText();
  const { unmatched, ambiguous, unrated } = favourites;
  if (isEmpty)
    return (
      <div className={styles.found}>
        <p className={styles.nothing}>{t('layout.favourites.nothing')}</p>
      </div>
    );
  const shown = [...chosen.keys()].slice(0, MOST_SHOWN);
  return (
    <div className={styles.found}>
      <section>
        <div role="status" className={styles.sum}>
          <h3>{t('layout.favourites.found', { count: chosen.size })}</h3>
          {ambiguous.length > 0 && <span>{t('layout.favourites.ambiguous', { count: ambiguous.length })}</span>}
          {unmatched.length > 0 && <span>{t('layout.favourites.unmatched', { count: unmatched.length })}</span>}
        </div>
        {shown.length > 0 && (
          <ul className={styles.shown}>
            {shown.map((key) => (
              <li key={key} title={document.pictures[key]?.name}>
                <PreviewImage hash={key} px={320} />
                <span className="visually-hidden">{document.pictures[key]?.name}</span>
              </li>
            ))}
          </ul>
        )}
        <More count={chosen.size - shown.length} />
        {unrated > 0 && <p className={styles.quiet}>{t('layout.favourites.unrated', { count: unrated })}</p>}
      </section>
      {ambiguous.length > 0 && <Asked {...{ document, ambiguous, picked, onPick }} />}
      {unmatched.length > 0 && (
        <section>
          <header>
            <h3>{t('layout.favourites.unmatched', { count: unmatched.length })}</h3>
            <Button
              variant="quiet"
              icon={Copy}
              onPress={() => copyText(unmatched.join('\n'), t('layout.favourites.copied'))}
            >
              {t('layout.favourites.copy')}
            </Button>
          </header>
          <ul className={styles.unmatched} data-unmatched="">
            {unmatched.slice(0, MOST_LISTED).map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          <More count={unmatched.length - MOST_LISTED} />
        </section>
      )}
    </div>
  );
}

function More({ count }: { readonly count: number }) {
  const { t } = useText();
  return count > 0 && <p className={styles.quiet}>{t('layout.favourites.more', { count })}</p>;
}

interface AskedProps extends Pick<FavouritesFoundProps, 'document' | 'picked' | 'onPick'> {
  readonly ambiguous: readonly AskedName[];
}

/** Names that may mean several pictures: the pictures tell which one it is. */
function Asked({ document, ambiguous, picked, onPick }: AskedProps) {
  const { t } = useText();
  const turn = (key: string): void => {
    const next = new Set(picked);
    if (!next.delete(key)) next.add(key);
    onPick(next);
  };
  return (
    <section>
      <header>
        <h3>{t('layout.favourites.ambiguous', { count: ambiguous.length })}</h3>
        <Button variant="quiet" onPress={() => onPick(new Set(ambiguous.flatMap(({ candidates }) => candidates)))}>
          {t('layout.favourites.takeAll')}
        </Button>
      </header>
      <p className={styles.quiet}>{t('layout.favourites.which')}</p>
      <ul className={styles.asked}>
        {ambiguous.slice(0, MOST_ASKED).map(({ name, candidates }) => (
          <li key={`${name} ${candidates[0]}`}>
            <strong>{name}</strong>
            <div className={styles.candidates} role="group" aria-label={name}>
              {candidates.slice(0, MOST_CANDIDATES).map((key) => (
                <button key={key} type="button" aria-pressed={picked.has(key)} onClick={() => turn(key)}>
                  <PreviewImage hash={key} px={320} />
                  <span>{document.pictures[key]?.name}</span>
                  <span className={styles.note}>{folderOf(document, key)}</span>
                </button>
              ))}
            </div>
            <More count={candidates.length - MOST_CANDIDATES} />
          </li>
        ))}
      </ul>
      <More count={ambiguous.length - MOST_ASKED} />
    </section>
  );
}

const folderOf = ({ pictures }: LayoutDocument, key: string): string =>
  pictures[key]?.path.normalize('NFC').split('/').at(-2) ?? '';
