import { Trash2, Undo2 } from 'lucide-react';
import { useState, type KeyboardEvent } from 'react';
import type { LayoutDocument, LayoutFrame } from '../../../src-core/layout/document.ts';
import { discardAside, takeFromAside } from '../../../src-core/layout/operations/pages.ts';
import { previewUrl } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import { surfaceInHand } from './layout-keys.ts';
import { ASIDE_DRAG, ASIDE_PICTURE_DRAG } from './place-picture.ts';
import styles from './aside-list.module.css';

/** Frames that lost their page: to put back, by hand or with Enter, or to give up. Not there while nothing is. */
export function AsideList() {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const [picked, setPicked] = useState<string | null>(null);
  const frames = Object.entries(document.setAside);
  const ids = frames.map(([id]) => id);
  const chosen = picked !== null && ids.includes(picked) ? picked : (ids[0] ?? null);
  if (chosen === null) return null;
  const goOnAfter = (gone: string): void => {
    const at = ids.indexOf(gone);
    const next = ids[at + 1] ?? ids[at - 1] ?? null;
    setPicked(next);
    // With the last one the list goes, and the focus would go with it.
    if (next === null) window.document.querySelector<HTMLElement>('[data-stage]')?.focus();
  };
  const putBack = (frameId: string): void => {
    const surfaceId = surfaceInHand(session);
    if (surfaceId === undefined) return;
    if (!session.do('takeFromAside', takeFromAside(session.document, { frameId, surfaceId }))) return;
    goOnAfter(frameId);
    session.selectFrame(frameId);
  };
  const discard = (frameId: string): void => {
    if (session.do('discardAside', discardAside(session.document, { frameIds: [frameId] }))) goOnAfter(frameId);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) setPicked(ids[Math.min(Math.max(ids.indexOf(chosen) + step, 0), ids.length - 1)] ?? null);
    else if (event.key === 'Enter' || event.key === ' ') putBack(chosen);
    else if (event.key === 'Delete' || event.key === 'Backspace') discard(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <section className={styles.aside} data-aside="">
      <header className={styles.head}>
        <h2>{t('layout.aside.title', { count: ids.length })}</h2>
        <IconButton label={t('layout.aside.putBack')} icon={Undo2} shortcut="Enter" onPress={() => putBack(chosen)} />
        <IconButton label={t('layout.aside.discard')} icon={Trash2} shortcut="Delete" onPress={() => discard(chosen)} />
      </header>
      <div
        className={styles.list}
        role="listbox"
        aria-label={t('layout.aside.title', { count: ids.length })}
        aria-activedescendant={`aside-${chosen}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {frames.map(([id, frame]) => (
          <div
            key={id}
            id={`aside-${id}`}
            className={styles.frame}
            role="option"
            aria-selected={id === chosen}
            aria-label={nameOf(document, frame, t)}
            title={nameOf(document, frame, t)}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(ASIDE_DRAG, id);
              if (frame.kind === 'picture') event.dataTransfer.setData(ASIDE_PICTURE_DRAG, id);
              event.dataTransfer.effectAllowed = 'move';
            }}
            onClick={() => setPicked(id)}
            onDoubleClick={() => putBack(id)}
          >
            <Small frame={frame} />
          </div>
        ))}
      </div>
    </section>
  );
}

function nameOf(
  { pictures }: LayoutDocument,
  frame: LayoutFrame,
  t: (key: string, params?: Record<string, string>) => string,
): string {
  if (frame.kind === 'field') return t('layout.aside.field');
  if (frame.kind === 'text') return t('layout.aside.text', { text: frame.text.slice(0, 80) });
  return t('layout.aside.picture', { name: frame.picture === null ? '' : (pictures[frame.picture]?.name ?? '') });
}

function Small({ frame }: { readonly frame: LayoutFrame }) {
  if (frame.kind === 'field') return <span className={styles.field} style={{ background: frame.fill }} />;
  // Said by the option's name: drawn, not written.
  if (frame.kind === 'text') return <span className={styles.text} data-text={frame.text.slice(0, 40)} />;
  return frame.picture === null ? null : <img src={previewUrl(frame.picture, 320)} alt="" draggable={false} />;
}
