import { useEffect, useRef, useState } from 'react';
import { surfaceOf, textRulesOf } from '../../../../src-core/layout/document.ts';
import { LAYOUT_LINE_EM } from '../../../../src-core/layout/text-lines.ts';
import { writeText } from '../../../../src-core/layout/operations/text.ts';
import type { BoxMm } from '../../../../src-core/specs/book-geometry.ts';
import { pointsToMm } from '../../../../src-core/units.ts';
import { useText } from '../../../i18n/use-text.ts';
import { familiesOf } from '../book-faces.ts';
import { useLayout, useTypedText } from '../layout-context.ts';
import { useLettersLacking } from '../live-checks.tsx';
import { isComposing } from '../../../ui/key-events.ts';
import styles from './text-editor.module.css';

interface TextEditorProps {
  readonly surfaceId: string;
  readonly frameId: string;
  /** On the sheet. */
  readonly box: BoxMm;
  readonly scale: number;
}

const ALIGN = { left: 'left', centre: 'center', right: 'right' } as const;

/**
 * A text field over the frame: the browser's own, so that every input method works in it. Written when it is left; a text with
 * letters that no face has, or one that is refused, stays in it.
 */
export function TextEditor({ surfaceId, frameId, box, scale }: TextEditorProps) {
  const { t } = useText();
  const session = useLayout();
  const field = useRef<HTMLTextAreaElement>(null);
  const frame = surfaceOf(session.document, surfaceId)?.frames[frameId];
  const [text, setText] = useState(frame?.kind === 'text' ? frame.text : '');
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const missing = useLettersLacking(text, frame?.kind === 'text' ? frame.typeface : 'regular');
  const leave = (): boolean => {
    // The field may be there for a moment after it was left.
    if (session.view.get().writing !== frameId) return true;
    if (missing.length > 0) return false;
    const isChanged = frame?.kind === 'text' && text !== frame.text;
    // What is refused is told, and nobody has to type it again.
    if (isChanged && !session.do('writeText', writeText(session.document, { surfaceId, frameId, text }))) return false;
    session.write(null);
    return true;
  };
  useTypedText({ leave, show: () => field.current?.focus() });
  if (frame?.kind !== 'text') return null;
  return (
    <div
      className={styles.editor}
      data-writing=""
      style={{ left: box.xMm * scale, top: box.yMm * scale, width: box.widthMm * scale, height: box.heightMm * scale }}
    >
      <textarea
        ref={field}
        className={styles.field}
        aria-label={t('layout.text.field')}
        aria-invalid={missing.length > 0}
        value={text}
        spellCheck={false}
        onChange={(event) => setText(event.target.value)}
        onBlur={leave}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          event.stopPropagation();
          if (event.key === 'Escape') {
            if (!leave()) session.write(null);
            document.querySelector<HTMLElement>('[data-stage]')?.focus();
          }
        }}
        style={{
          unicodeBidi: 'plaintext',
          ...(textRulesOf(session.document) >= 3 && { wordBreak: 'keep-all' }),
          overflowWrap: 'anywhere',
          fontFamily: familiesOf(frame.typeface),
          fontSize: pointsToMm(frame.sizePt) * scale,
          lineHeight: LAYOUT_LINE_EM,
          textAlign: ALIGN[frame.align],
        }}
      />
      {missing.length > 0 && (
        <p className={styles.missing} role="alert">
          {t('layout.text.missing', { letters: missing.join(' '), count: missing.length })}
        </p>
      )}
    </div>
  );
}
