import { ChevronDown, Eye, Frame, LayoutTemplate, Minus, Plus, Redo2, Type, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { setPageCount, setTitle } from '../../../src-core/layout/operations/book.ts';
import { lossesBetween } from '../../../src-core/layout/retarget-changes.ts';
import { isRefusal } from '../../../src-core/layout/refusal.ts';
import { spineWidthMm, coverRangesOf } from '../../../src-core/specs/book-geometry.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import { ownSteps } from '../undo/own-steps.ts';
import { showToast } from '../../ui/toast-store.ts';
import { useGuards } from './live-checks.tsx';
import { isComposing } from '../../ui/key-events.ts';
import styles from './layout-header.module.css';

interface LayoutHeaderProps {
  readonly hasGuides: boolean;
  readonly isPreview: boolean;
  readonly onGuides: () => void;
  readonly onPreview: () => void;
  readonly onText: () => void;
  readonly onTheme: () => void;
  readonly onSpec: () => void;
  readonly onLeave: () => void;
}

/** Which book, what it is bound as, and what was done last. */
export function LayoutHeader({
  hasGuides,
  isPreview,
  onGuides,
  onPreview,
  onText,
  onTheme,
  onSpec,
  onLeave,
}: LayoutHeaderProps) {
  const { t, ref, format } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const undoes = useLayoutPart((view) => view.undoes);
  const redoes = useLayoutPart((view) => view.redoes);
  const saving = useLayoutPart((view) => view.saving);
  const readOnly = useLayoutPart((view) => view.readOnly);
  const { spec, order } = document;
  const pages = order.length;
  const spineMm = spineWidthMm(spec, pages);
  const nextSize = coverRangesOf(spec).find(({ minPage }) => minPage > pages);
  const stepLabel = (label: string | null, key: string): string =>
    label === null ? t(`layout.${key}`) : t(`layout.${key}Step`, { step: t(`layout.step.${label}`) });
  const [undoName, redoName] = [stepLabel(undoes, 'undo'), stepLabel(redoes, 'redo')];
  useEffect(() => {
    const isOpen = readOnly === null;
    ownSteps.set({
      undo: {
        name: undoName,
        run: undoes === null || !isOpen ? null : () => session.undo(),
        whyNot: t('ui.nothingToUndo'),
      },
      redo: {
        name: redoName,
        run: redoes === null || !isOpen ? null : () => session.redo(),
        whyNot: t('ui.nothingToRedo'),
      },
    });
    return () => ownSteps.set(null);
  }, [undoes, redoes, undoName, redoName, readOnly, session, t]);
  const change = (by: number): void => {
    const before = session.document;
    if (!session.do('setPageCount', setPageCount(before, { pageCount: pages + by }))) return;
    for (const text of lossesBetween(before, session.document)) showToast({ text });
  };
  const whyNot = (by: number): string | null => {
    const outcome = setPageCount(document, { pageCount: pages + by });
    return isRefusal(outcome) ? ref(outcome.refused) : null;
  };
  // A preview has neither fields nor guides.
  const unlessLooking = { isDisabled: isPreview, whyNot: isPreview ? t('layout.preview.endFirst') : null };
  const [less, more] = [whyNot(-spec.pageIncrement), whyNot(spec.pageIncrement)];
  return (
    <header className={styles.header}>
      <button type="button" className={styles.back} onClick={onLeave}>
        {t('library.title')}
      </button>
      <span aria-hidden="true" className={styles.crumb}>
        ›
      </span>
      <BookTitle key={document.title} title={document.title} />
      <Button
        variant="quiet"
        className={styles.spec ?? ''}
        aria-label={t('layout.retarget.open', { spec: spec.name })}
        isDisabled={readOnly !== null}
        onPress={onSpec}
      >
        <span className={styles.specName}>{spec.name}</span>
        <ChevronDown aria-hidden="true" size={14} />
      </Button>
      <span className={styles.pages} role="group" aria-label={t('layout.pageCount')}>
        <IconButton
          label={t('layout.fewerPages')}
          icon={Minus}
          isDisabled={less !== null}
          whyNot={less}
          onPress={() => change(-spec.pageIncrement)}
        />
        <strong aria-live="polite">{format.quantity({ value: pages, unit: 'pages' })}</strong>
        <IconButton
          label={t('layout.morePages')}
          icon={Plus}
          isDisabled={more !== null}
          whyNot={more}
          onPress={() => change(spec.pageIncrement)}
        />
      </span>
      <span className={styles.spine}>
        {t('layout.spine', { mm: spineMm })}
        {nextSize !== undefined && (
          <span className={styles.cliff}> · {t('layout.nextSize', { page: nextSize.minPage })}</span>
        )}
      </span>
      <span className={styles.end}>
        <IconButton
          label={undoName}
          icon={Undo2}
          shortcut="Mod+Z"
          isDisabled={undoes === null || readOnly !== null}
          onPress={() => session.undo()}
        />
        <IconButton
          label={redoName}
          icon={Redo2}
          shortcut="Mod+Shift+Z"
          isDisabled={redoes === null || readOnly !== null}
          onPress={() => session.redo()}
        />
        <IconButton label={t('layout.theme.open')} icon={LayoutTemplate} {...unlessLooking} onPress={onTheme} />
        <IconButton label={t('layout.addText')} icon={Type} shortcut="T" {...unlessLooking} onPress={onText} />
        <IconButton
          label={t('layout.guides')}
          icon={Frame}
          shortcut="G"
          isPressed={hasGuides}
          {...unlessLooking}
          onPress={onGuides}
        />
        <IconButton label={t('layout.preview')} icon={Eye} shortcut="P" isPressed={isPreview} onPress={onPreview} />
        <Warnings />
        <span className={styles.saving} data-state={saving} role="status">
          {readOnly === null ? t(`layout.saving.${saving}`) : t('layout.readOnly')}
        </span>
      </span>
    </header>
  );
}

/** How much of what lies on the stage would be found at the press. */
function Warnings() {
  const { t } = useText();
  const count = useGuards().filter(({ severity }) => severity !== 'info').length;
  if (count === 0) return null;
  return (
    <span className={styles.warnings} title={t('layout.warnings', { count })}>
      ▲ {count}
    </span>
  );
}

function BookTitle({ title }: { readonly title: string }) {
  const { t } = useText();
  const session = useLayout();
  const [text, setText] = useState<string | null>(null);
  if (text === null)
    return (
      <h1 className={styles.heading}>
        <Button
          variant="quiet"
          className={styles.title ?? ''}
          aria-label={t('layout.rename', { title })}
          onPress={() => setText(title)}
        >
          {title}
        </Button>
      </h1>
    );
  const done = (): void => {
    if (text !== title) session.do('setTitle', setTitle(session.document, { title: text }));
    setText(null);
  };
  return (
    <input
      className={styles.titleField}
      aria-label={t('layout.titleField')}
      value={text}
      autoFocus
      onChange={(event) => setText(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (isComposing(event.nativeEvent)) return;
        if (event.key === 'Enter') done();
        if (event.key === 'Escape') setText(null);
        event.stopPropagation();
      }}
    />
  );
}
