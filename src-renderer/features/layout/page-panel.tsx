import { Lock, LockOpen, Copy, FilePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { surfaceOf } from '../../../src-core/layout/document.ts';
import { setSpineText, setWrap, spineTextOf } from '../../../src-core/layout/operations/cover.ts';
import {
  duplicatePages,
  insertPages,
  lockSurface,
  removePages,
  setGround,
} from '../../../src-core/layout/operations/pages.ts';
import { isRefusal, type Outcome } from '../../../src-core/layout/refusal.ts';
import { spreadAt } from '../../../src-core/layout/spreads.ts';
import { openFrames } from '../../../src-core/layout/surface-change.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { Button } from '../../ui/button.tsx';
import { useSurfaceNames } from './frame-names.ts';
import { useLettersLacking } from './live-checks.tsx';
import { documentOf, placeOf, useLayout, useLayoutPart, useTypedText } from './layout-context.ts';
import styles from './frame-panel.module.css';
import { Part, Swatches } from './panel-parts.tsx';
import type { ThemeChoice } from './themed/theme-sheet.tsx';

/** What can be set of the pages or panels on the stage. */
export function PagePanel({ onTheme }: { readonly onTheme: (choice: ThemeChoice) => void }) {
  const { t } = useText();
  const session = useLayout();
  const shown = useLayoutPart(documentOf);
  const place = useLayoutPart(placeOf);
  const surfaceName = useSurfaceNames(shown);
  const themed = shown.themed;
  const surfaceIds: readonly string[] =
    place === 'cover'
      ? (['back', 'spine', 'front'] as const)
      : // Those of entries have the ground of their template.
        spreadPages(shown, place).filter((id) => shown.order.indexOf(id) >= (themed?.pages ?? 0));
  if (place === 'cover' ? themed !== null && themed.cover !== null : surfaceIds.length === 0) return null;
  return (
    <Part title={t(place === 'cover' ? 'layout.cover' : 'layout.pages')} note={t('layout.ground')}>
      {surfaceIds.map((surfaceId) => (
        <div key={surfaceId} className={styles.ground}>
          <span>{surfaceName(surfaceId)}</span>
          <Swatches
            label={t('layout.groundOf', { surface: surfaceName(surfaceId) })}
            value={surfaceOf(shown, surfaceId)?.ground ?? '#ffffff'}
            onChange={(ground, picking) =>
              void session.do('setGround', setGround(session.document, { surfaceIds: [surfaceId], ground }), picking)
            }
          />
        </div>
      ))}
      {place !== 'cover' && <PageButtons index={place} />}
      {place === 'cover' && <SpineText key={shown.order.length} />}
      {place === 'cover' && shown.cover.wrap !== null && (
        <Button onPress={() => void session.do('setWrap', setWrap(session.document, { picture: null }))}>
          {t('layout.wrapOff')}
        </Button>
      )}
      <Button onPress={() => onTheme(place === 'cover' ? { what: 'cover' } : { what: 'add', before: null })}>
        {t(place === 'cover' ? 'layout.theme.coverBy' : 'layout.theme.pagesBy')}
      </Button>
      <p className={styles.hint}>{t('layout.nothingSelected')}</p>
    </Part>
  );
}

/** Pages more, twice, or gone; only as many as the spec binds. */
function PageButtons({ index }: { readonly index: number }) {
  const { t, ref } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const pageIds = spreadPages(document, index);
  const next = spreadPages(document, index + 1)[0] ?? null;
  const areLocked = pageIds.every((id) => surfaceOf(document, id)?.locked === true);
  const whyNot = (outcome: Outcome): string | null => (isRefusal(outcome) ? ref(outcome.refused) : null);
  const [insert, duplicate, remove] = [
    insertPages(document, { before: next }),
    duplicatePages(document, { pageIds }),
    removePages(document, { pageIds }),
  ];
  return (
    <div className={styles.row}>
      <IconButton
        label={t('layout.insertPages')}
        icon={FilePlus}
        shortcut="Insert"
        isDisabled={isRefusal(insert)}
        whyNot={whyNot(insert)}
        onPress={() => void session.do('insertPages', insertPages(session.document, { before: next }))}
      />
      <IconButton
        label={t('layout.duplicatePages')}
        icon={Copy}
        isDisabled={isRefusal(duplicate)}
        whyNot={whyNot(duplicate)}
        onPress={() => void session.do('duplicatePages', duplicatePages(session.document, { pageIds }))}
      />
      <IconButton
        label={t('layout.removePages')}
        icon={Trash2}
        isDisabled={isRefusal(remove)}
        whyNot={whyNot(remove)}
        onPress={() => void session.do('removePages', removePages(session.document, { pageIds }))}
      />
      <IconButton
        label={t(areLocked ? 'layout.unlockPages' : 'layout.lockPages')}
        icon={areLocked ? Lock : LockOpen}
        isPressed={areLocked}
        onPress={() => {
          const outcome = pageIds.reduce<Outcome>(
            (now, surfaceId) => (isRefusal(now) ? now : lockSurface(now, { surfaceId, locked: !areLocked })),
            session.document,
          );
          session.do('lockSurface', outcome);
        }}
      />
    </div>
  );
}

/** The line on the spine, which the cover sets where it has to stand; refused while the spine is too thin for letters. */
function SpineText() {
  const { t, ref } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const there = spineTextOf(document);
  const present = there?.[1].text ?? '';
  const [text, setText] = useState<string | null>(null);
  const isReadOnly = useLayoutPart((view) => view.readOnly !== null);
  const isLocked = there !== undefined && isRefusal(openFrames(document, { surfaceId: 'spine', frameIds: [there[0]] }));
  const outcome = setSpineText(document, { text: text ?? (present === '' ? document.title : present) });
  const missing = useLettersLacking(text ?? present, there?.[1].typeface ?? 'semiBold');
  const leave = (): boolean => {
    if (text === null) return true;
    // What cannot be printed stays in the field, with what is wrong with it.
    if (missing.length > 0) return false;
    if (text !== present && !session.do('setSpineText', setSpineText(session.document, { text }))) return false;
    setText(null);
    return true;
  };
  const place = useRef<HTMLDivElement>(null);
  useTypedText({ leave, show: () => place.current?.querySelector('input')?.focus() });
  return (
    <div ref={place}>
      <TextField
        label={t('layout.spineText')}
        value={text ?? present}
        onChange={setText}
        onBlur={leave}
        isDisabled={isReadOnly || isLocked || (isRefusal(outcome) && present === '')}
        fault={
          missing.length === 0 ? null : t('layout.text.missing', { letters: missing.join(' '), count: missing.length })
        }
        {...(isRefusal(outcome) ? { hint: ref(outcome.refused) } : {})}
      />
    </div>
  );
}

function spreadPages(document: Parameters<typeof spreadAt>[0], index: number): readonly string[] {
  const { left, right } = spreadAt(document, index);
  return [left, right].filter((id) => id !== null);
}
