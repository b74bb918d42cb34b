import { FolderDown, FolderPlus, ImagePlus, ListChecks, Star } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  placePicture,
  ratePictures,
  removePictures,
  unneededPictures,
  unplacedFavourites,
  unplacedPictures,
  usesOf,
} from '../../../src-core/layout/operations/pictures.ts';
import { surfaceOf, type LayoutDocument } from '../../../src-core/layout/document.ts';
import { entryOf, type EntryId } from '../../../src-core/layout/themed/uses.ts';
import { spreadAt } from '../../../src-core/layout/spreads.ts';
import { pagesAmong } from '../../../src-core/layout/operations/placed-pages.ts';
import { nextFrameId } from '../../../src-core/layout/surface-change.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { showToast } from '../../ui/toast-store.ts';
import { createMatcher } from '../../i18n/choseong.ts';
import type { FillWith } from './arrangement-bar.tsx';
import { AsideList } from './aside-list.tsx';
import { FavouritesSheet } from './favourites-sheet.tsx';
import { documentOf, placeOf, selectionOf, useLayout, useLayoutPart } from './layout-context.ts';
import { PreviewImage } from './preview-image.tsx';
import { PICTURE_DRAG, placeBehind } from './place-picture.ts';
import { FillFoot, PagesFoot } from './tray-feet.tsx';
import { useDropOnEntry } from './themed/drop-on-entry.ts';
import { useEntriesHere } from './themed/use-entries.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import styles from './tray.module.css';

type Shown = 'all' | 'unplaced' | 'rated';
const COLUMNS = 2;
const CELL_PX = 88;

interface TrayProps {
  /** Places what is unplaced on the empty pages. */
  readonly onFill: (which: FillWith) => void;
  readonly onAddFolder: () => void;
  readonly onAddFiles: () => void;
}

/** The pictures of the book: to drag, or to place by keys. Used ones fade and carry their count. */
export function Tray({ onFill, onAddFolder, onAddFiles }: TrayProps) {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const selection = useLayoutPart(selectionOf);
  const { entryId } = useEntriesHere();
  const dropOnEntry = useDropOnEntry();
  const [query, setQuery] = useState('');
  const [which, setWhich] = useState<Shown>('all');
  const [chosen, setChosen] = useState<string | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const uses = useMemo(() => usesOf(document), [document]);
  const unplaced = useMemo(() => unplacedPictures(document), [document]);
  const favourites = useMemo(() => unplacedFavourites(document), [document]);
  const pages = useMemo(() => pagesAmong(document, unplaced), [document, unplaced]);
  const keys = useMemo(() => {
    const matches = createMatcher(query);
    const of = which === 'unplaced' ? unplaced : document.pictureOrder;
    return of.filter((key) => {
      const picture = document.pictures[key];
      return picture !== undefined && matches(picture.name) && (which !== 'rated' || picture.rating > 0);
    });
  }, [document.pictureOrder, document.pictures, unplaced, which, query]);
  const rows = useVirtualizer({
    count: Math.ceil(keys.length / COLUMNS),
    getScrollElement: () => scroller.current,
    estimateSize: () => CELL_PX,
    overscan: 4,
  });

  const put = (key: string, isBehind = false): void => {
    const [frameId] = selection?.frameIds ?? [];
    const frame =
      selection === null || frameId === undefined
        ? undefined
        : surfaceOf(document, selection.surfaceId)?.frames[frameId];
    if (isBehind && selection !== null && frame !== undefined) {
      const place = placeBehind(document, { surfaceId: selection.surfaceId, frameId: selection.frameIds.at(-1) ?? '' });
      const outcome = placePicture(document, {
        surfaceId: selection.surfaceId,
        picture: key,
        ...(place === undefined ? {} : { place }),
      });
      // The next one goes behind it.
      if (session.do('placePicture', outcome)) session.selectFrame(nextFrameId(document));
      return;
    }
    if (selection !== null && frameId !== undefined && frame?.kind === 'picture') {
      session.do('placePicture', placePicture(document, { surfaceId: selection.surfaceId, picture: key, frameId }));
      return;
    }
    // A hand that chose nothing else fills what the template waits for.
    if (selection === null && entryId !== null && takesPictures(document, entryId))
      return dropOnEntry([key], { entryId });
    const spread = place === 'cover' ? null : spreadAt(document, place);
    const surfaceId = spread === null ? 'front' : (selection?.surfaceId ?? spread.left ?? spread.right);
    if (surfaceId !== null) session.do('placePicture', placePicture(document, { surfaceId, picture: key }));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = chosen === null ? -1 : keys.indexOf(chosen);
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: COLUMNS,
      ArrowUp: -COLUMNS,
    };
    const step = steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const next = Math.min(Math.max(at + step, 0), keys.length - 1);
      setChosen(keys[next] ?? null);
      rows.scrollToIndex(Math.floor(next / COLUMNS));
    } else if (chosen !== null && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      put(chosen, event.shiftKey);
    } else if (chosen !== null && /^[0-5]$/.test(event.key)) {
      event.preventDefault();
      session.do('ratePictures', ratePictures(document, { keys: [chosen], rating: Number(event.key) }));
    } else if (event.code === 'KeyU') {
      setWhich(which === 'unplaced' ? 'all' : 'unplaced');
    } else return;
    event.stopPropagation();
  };

  if (document.pictureOrder.length === 0)
    return (
      <section className={styles.tray} aria-label={t('layout.tray.title')} data-pane="tray">
        <div className={styles.none}>
          <ImagePlus size={28} strokeWidth={1.5} aria-hidden="true" />
          <h2>{t('layout.tray.none.title')}</h2>
          <p>{t('layout.tray.none.text')}</p>
          <Button icon={FolderPlus} onPress={onAddFolder}>
            {t('layout.tray.addFolder')}
          </Button>
          <Button variant="quiet" onPress={onAddFiles}>
            {t('layout.tray.addFiles')}
          </Button>
        </div>
        <AsideList />
      </section>
    );
  return (
    <section className={styles.tray} aria-label={t('layout.tray.title')} data-pane="tray">
      <header className={styles.head}>
        <h2>{t('layout.tray.title')}</h2>
        <IconButton label={t('layout.tray.addFolder')} icon={FolderPlus} onPress={onAddFolder} />
        <IconButton label={t('layout.tray.addFiles')} icon={ImagePlus} onPress={onAddFiles} />
        <FavouritesButton
          onChosen={() => {
            setWhich('rated');
            setQuery('');
          }}
        />
        <CollectButton />
      </header>
      <div className={styles.search}>
        <SearchField label={t('layout.tray.filter')} value={query} onChange={setQuery} />
      </div>
      <div className={styles.tabs}>
        <Tabs
          label={t('layout.tray.show')}
          value={which}
          onChange={setWhich}
          options={[
            { value: 'all', label: t('layout.tray.all', { count: document.pictureOrder.length }) },
            { value: 'unplaced', label: t('layout.tray.unplaced', { count: unplaced.length }) },
            {
              value: 'rated',
              label: (
                <>
                  <Star size={14} aria-hidden="true" />
                  <span className="visually-hidden">{t('layout.tray.rated')}</span>
                </>
              ),
            },
          ]}
        />
      </div>
      <div
        ref={scroller}
        className={styles.scroller}
        role="listbox"
        aria-label={t('layout.tray.title')}
        aria-activedescendant={chosen === null ? undefined : `tray-${chosen}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className={styles.list} role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map((row) =>
            keys.slice(row.index * COLUMNS, (row.index + 1) * COLUMNS).map((key, column) => {
              const picture = document.pictures[key];
              const used = uses.get(key) ?? 0;
              const rating = picture?.rating ?? 0;
              return (
                <div
                  key={key}
                  id={`tray-${key}`}
                  className={styles.picture}
                  role="option"
                  aria-selected={chosen === key}
                  aria-label={t('layout.tray.picture', { name: picture?.name ?? '', used, rating })}
                  title={picture?.name}
                  data-used={used > 0 || undefined}
                  style={{ transform: `translateY(${row.start}px)`, left: column === 0 ? 0 : '50%' }}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.setData(PICTURE_DRAG, key);
                    event.dataTransfer.effectAllowed = 'copy';
                  }}
                  onClick={() => setChosen(key)}
                  onDoubleClick={() => put(key)}
                >
                  <PreviewImage hash={key} px={320} />
                  {picture?.page !== undefined && <span className={styles.page} data-text={t('layout.tray.page')} />}
                  {used > 0 && <span className={styles.count} data-text={`×${used}`} />}
                  {rating > 0 && <span className={styles.stars} data-text={'★'.repeat(rating)} />}
                </div>
              );
            }),
          )}
        </div>
      </div>
      <AsideList />
      <Links />
      <PagesFoot pages={pages} onAllPlaced={() => scroller.current?.focus()} />
      <FillFoot
        which={which === 'rated' ? 'favourites' : 'all'}
        count={which === 'rated' ? favourites.length : unplaced.length - pages.length}
        onFill={onFill}
      />
    </section>
  );
}

const takesPictures = (document: LayoutDocument, entryId: EntryId): boolean =>
  Object.values(document.templates[entryOf(document, entryId)?.templateUid ?? '']?.parameters.definitions ?? {}).some(
    ({ binding }) => binding !== 'text',
  );

/** The customer's list of favourites. */
function FavouritesButton({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton label={t('layout.favourites.title')} icon={ListChecks} onPress={() => setIsOpen(true)} />
      {isOpen && <FavouritesSheet onChosen={onChosen} onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Pictures that are not where they were: found again by their bytes, a whole folder at once, or taken out where nothing shows them. */
function Links() {
  const { t } = useText();
  const session = useLayout();
  const { bookId } = session;
  const document = useLayoutPart(documentOf);
  // What was taken out is missing no more, before the desk has heard of it.
  const keys = (useAnswer('layouts.missing', { bookId }).data?.keys ?? []).filter((key) => key in document.pictures);
  const missing = keys.length;
  const unneeded = unneededPictures(document, keys);
  const relink = useAction('layouts.relink', {
    onDone: ({ found }) => showToast({ text: t('layout.relinked', { found }), tone: found > 0 ? 'good' : 'bad' }),
  });
  if (missing === 0) return null;
  return (
    <div className={styles.missing} role="status">
      <p>{t('layout.missing', { count: missing })}</p>
      <Button isBusy={relink.isPending} onPress={() => relink.mutate({ bookId })}>
        {t('layout.relink')}
      </Button>
      {unneeded.length > 0 && (
        <Button
          variant="quiet"
          onPress={() => void session.do('removePictures', removePictures(session.document, { keys: unneeded }))}
        >
          {t('layout.missingOut', { count: unneeded.length })}
        </Button>
      )}
    </div>
  );
}

/** Every picture beside the document, so that the project can be carried away. */
function CollectButton() {
  const { t } = useText();
  const { bookId } = useLayout();
  const collect = useAction('layouts.collect', {
    onDone: ({ copied, failed }) =>
      showToast(
        failed === 0
          ? { text: t('layout.collected', { copied }), tone: 'good' }
          : { text: t('layout.collectedSome', { copied, failed }), tone: 'bad' },
      ),
  });
  return (
    <IconButton
      label={t('layout.collect')}
      icon={FolderDown}
      isDisabled={collect.isPending}
      onPress={() => collect.mutate({ bookId })}
    />
  );
}
