import { FileUp, X } from 'lucide-react';
import { useDeferredValue, useMemo, useState, type KeyboardEvent } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { LayoutDocument } from '../../../src-core/layout/document.ts';
import {
  findFavourites,
  pictureNames,
  type Favourites,
  type FavouritesSource,
  type PictureNames,
} from '../../../src-core/layout/favourites.ts';
import { chooseFavourites } from '../../../src-core/layout/operations/pictures.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { isComposing } from '../../ui/key-events.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import { LIST_FILES, readListFile } from './favourites-files.ts';
import { FavouritesFound } from './favourites-found.tsx';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import styles from './favourites-sheet.module.css';

interface FavouritesSheetProps {
  readonly onClose: () => void;
  /** They have their stars. */
  readonly onChosen: () => void;
}

const STARS = ['1', '2', '3', '4', '5'] as const;
type Stars = (typeof STARS)[number];

/** The pictures that a customer chose, from a list or from sidecars, get their stars: what is found and what is not, before it is done. */
export function FavouritesSheet({ onClose, onChosen }: FavouritesSheetProps) {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly FavouritesSource[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [stars, setStars] = useState<Stars>('5');
  const [isAlone, setIsAlone] = useState(true);
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const names = useNames(document);
  // A list of thousands is looked up behind the letter that was typed.
  const typed = useDeferredValue(text);
  const favourites = useMemo(() => find(files, typed, names), [files, typed, names]);
  const chosen = useMemo(() => starsOf(favourites, picked, Number(stars)), [favourites, picked, stars]);
  const read = async (given: readonly File[]): Promise<void> => {
    const found = await Promise.all(given.map(readListFile));
    setRefused(given.filter((_, at) => found[at] === null).map(({ name }) => name.normalize('NFC')));
    setFiles((former) => [...former, ...found.filter((file) => file !== null)]);
  };
  const accept = (): void => {
    // What was typed just now counts, looked up yet or not.
    const all = text === typed ? chosen : starsOf(find(files, text, names), picked, Number(stars));
    if (all.size === 0) return;
    if (!session.do('chooseFavourites', chooseFavourites(session.document, { stars: all, isAlone }))) return;
    onChosen();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || isComposing(event.nativeEvent)) return;
    // The same keys make the PDFs below.
    event.preventDefault();
    event.stopPropagation();
    accept();
  };
  const isEmpty = files.length === 0 && typed.trim() === '';
  return (
    <Sheet
      title={t('layout.favourites.title')}
      size="large"
      onClose={onClose}
      onSubmit={accept}
      footer={
        <>
          <Button onPress={onClose}>{t('layout.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            shortcut="Mod+Enter"
            isDisabled={chosen.size === 0}
            whyNot={t(`layout.favourites.${isEmpty ? 'needsNames' : 'noneFound'}`)}
          >
            {t('layout.favourites.accept', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <FileDrop words={t('layout.favourites.dropNow')} onFiles={(given) => void read(given)}>
        <div className={styles.body} onKeyDown={onKeyDown}>
          <div className={styles.lists}>
            <TextArea
              label={t('layout.favourites.names')}
              hint={t('layout.favourites.namesHint')}
              value={text}
              onChange={setText}
              rows={9}
              autoFocus
            />
            <div className={styles.read}>
              <FileTrigger
                allowsMultiple
                acceptedFileTypes={LIST_FILES}
                onSelect={(given) => void read([...(given ?? [])])}
              >
                <Button icon={FileUp}>{t('layout.favourites.read')}</Button>
              </FileTrigger>
              <span className={styles.quiet}>{t('layout.favourites.drop')}</span>
            </div>
            <ReadFiles files={files} refused={refused} onFiles={setFiles} />
            <div className={styles.stars}>
              <span className={styles.label}>{t('layout.favourites.stars')}</span>
              <Tabs
                label={t('layout.favourites.stars')}
                value={stars}
                onChange={setStars}
                options={STARS.map((value) => ({ value, label: <StarsLabel count={Number(value)} /> }))}
              />
              {files.some(isSidecar) && <span className={styles.quiet}>{t('layout.favourites.ownStars')}</span>}
            </div>
            <label className={styles.alone}>
              <input type="checkbox" checked={isAlone} onChange={() => setIsAlone(!isAlone)} />
              <span>
                {t('layout.favourites.alone')}
                <span className={styles.note}>
                  {t('layout.favourites.aloneCount', { count: othersWithStars(document, chosen) })}
                </span>
              </span>
            </label>
          </div>
          <FavouritesFound {...{ document, favourites, chosen, picked, isEmpty }} onPick={setPicked} />
        </div>
      </FileDrop>
    </Sheet>
  );
}

function useNames({ pictures, pictureOrder }: LayoutDocument) {
  return useMemo(() => pictureNames({ pictures, pictureOrder }), [pictures, pictureOrder]);
}

const find = (files: readonly FavouritesSource[], text: string, names: PictureNames): Favourites =>
  findFavourites([...files, { name: null, text }], names);

/** What was found and what a person chose, each with the stars of its sidecar, else with these. */
function starsOf(
  { matched, ambiguous }: Favourites,
  picked: ReadonlySet<string>,
  stars: number,
): ReadonlyMap<string, number> {
  const all = new Map([...matched].map(([key, own]) => [key, own ?? stars]));
  for (const asked of ambiguous)
    for (const key of asked.candidates) if (picked.has(key) && !all.has(key)) all.set(key, asked.stars ?? stars);
  return all;
}

const othersWithStars = ({ pictures }: LayoutDocument, chosen: ReadonlyMap<string, number>): number =>
  Object.entries(pictures).filter(([key, { rating }]) => rating > 0 && !chosen.has(key)).length;

const isSidecar = ({ name }: FavouritesSource): boolean => name?.toLowerCase().endsWith('.xmp') === true;

function StarsLabel({ count }: { readonly count: number }) {
  const { t } = useText();
  return (
    <>
      <span aria-hidden="true">{'★'.repeat(count)}</span>
      <span className="visually-hidden">{t('layout.favourites.starCount', { count })}</span>
    </>
  );
}

interface ReadFilesProps {
  readonly files: readonly FavouritesSource[];
  readonly refused: readonly string[];
  readonly onFiles: (files: readonly FavouritesSource[]) => void;
}

/** Lists by their names, sidecars by their number: each may be taken out again. */
function ReadFiles({ files, refused, onFiles }: ReadFilesProps) {
  const { t } = useText();
  const sidecars = files.filter(isSidecar);
  const lists = files.filter((file) => !isSidecar(file));
  const lines = [
    ...lists.map((file) => ({ name: file.name ?? '', rest: files.filter((other) => other !== file) })),
    ...(sidecars.length > 0
      ? [{ name: t('layout.favourites.sidecars', { count: sidecars.length }), rest: lists }]
      : []),
  ];
  return (
    <>
      {lines.length > 0 && (
        <ul className={styles.files}>
          {lines.map(({ name, rest }, at) => (
            <li key={at}>
              <span title={name}>{name}</span>
              <IconButton label={t('layout.favourites.takeOut', { name })} icon={X} onPress={() => onFiles(rest)} />
            </li>
          ))}
        </ul>
      )}
      {refused.length > 0 && (
        <p role="status" className={styles.problem}>
          {t('layout.favourites.refused', { names: refused.join(', ') })}
        </p>
      )}
    </>
  );
}
