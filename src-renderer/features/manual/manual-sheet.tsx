import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { Place } from './chapters.ts';
import { Markdown } from './markdown.tsx';
import { find, partsOf, readChapters } from './read-chapters.ts';
import styles from './manual-sheet.module.css';

export interface ManualSheetProps {
  readonly place: Place;
  readonly onGo: (place: Place) => void;
  readonly onClose: () => void;
}

/** The manual over the window: its contents, or what was found, on the left, a chapter on the right. */
export function ManualSheet({ place, onGo, onClose }: ManualSheetProps) {
  const { t, language } = useText();
  const chapters = useMemo(() => readChapters(language), [language]);
  const parts = useMemo(() => partsOf(chapters), [chapters]);
  const [query, setQuery] = useState('');
  const found = find(parts, query);
  const isSearching = query.trim() !== '';
  const chapter = chapters.find((one) => one.chapter === place.chapter);
  const article = useRef<HTMLElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (article.current !== null) bringTo(article.current, place.anchor);
  }, [place]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.code !== 'KeyF' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    sheet.current?.querySelector('input')?.focus();
  };
  const headings = parts.filter((part) => part.place.chapter === place.chapter && part.place.anchor !== null);
  const isHere = (other: Place): boolean => other.chapter === place.chapter && other.anchor === place.anchor;
  return (
    <Sheet onClose={onClose} title={t('ui.command.help.manual')} size="full">
      <div ref={sheet} className={styles.manual} data-manual="" onKeyDown={onKeyDown}>
        <nav className={styles.contents} aria-label={t('ui.manual.contents')}>
          <SearchField label={t('ui.manual.search')} value={query} onChange={setQuery} />
          {isSearching && (
            <p role="status" className={styles.told}>
              {found.length === 0 ? t('ui.manual.none') : t('ui.manual.found', { count: found.length })}
            </p>
          )}
          <ul>
            {isSearching
              ? found.map((part) => (
                  <li key={`${part.place.chapter} ${part.place.anchor}`}>
                    <Entry isHere={isHere(part.place)} onPress={() => onGo(part.place)}>
                      {part.title}
                      {part.place.anchor !== null && <small>{part.chapterTitle}</small>}
                    </Entry>
                  </li>
                ))
              : chapters.map((one) => (
                  <li key={one.chapter}>
                    <Entry
                      isHere={one.chapter === place.chapter}
                      onPress={() => onGo({ chapter: one.chapter, anchor: null })}
                    >
                      {one.title}
                    </Entry>
                    {one.chapter === place.chapter && one.chapter !== 'findings' && (
                      <ul>
                        {headings.map((part) => (
                          <li key={part.place.anchor}>
                            <Entry isHere={false} onPress={() => onGo({ ...part.place })}>
                              {part.title}
                            </Entry>
                          </li>
                        ))}
                      </ul>
                    )}
                  </li>
                ))}
          </ul>
        </nav>
        <article ref={article} className={styles.chapter} tabIndex={0} aria-label={chapter?.title}>
          {chapter !== undefined && <Markdown tokens={chapter.tokens} chapter={chapter.chapter} onGo={onGo} />}
        </article>
      </div>
    </Sheet>
  );
}

interface EntryProps {
  readonly isHere: boolean;
  readonly onPress: () => void;
  readonly children: React.ReactNode;
}

function Entry({ isHere, onPress, children }: EntryProps) {
  return (
    <button type="button" aria-current={isHere ? 'true' : undefined} onClick={onPress}>
      {children}
    </button>
  );
}

function bringTo(article: HTMLElement, anchor: string | null): void {
  const heading = anchor === null ? null : article.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(anchor)}"]`);
  if (heading === null) {
    article.scrollTop = 0;
    article.focus({ preventScroll: true });
    return;
  }
  heading.scrollIntoView({ block: 'start' });
  heading.focus({ preventScroll: true });
}
