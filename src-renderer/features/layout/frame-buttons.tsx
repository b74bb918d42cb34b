import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignHorizontalSpaceBetween,
  AlignVerticalSpaceBetween,
  ArrowDownToLine,
  ArrowUpToLine,
  Lock,
  LockOpen,
  Maximize,
  UnfoldHorizontal,
  BookImage,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { surfaceOf } from '../../../src-core/layout/document.ts';
import {
  alignFrames,
  distributeFrames,
  lockFrames,
  orderFrames,
  setAcross,
  toBleed,
  type Alignment,
} from '../../../src-core/layout/operations/frames.ts';
import { setWrap } from '../../../src-core/layout/operations/cover.ts';
import { isRefusal, type Outcome } from '../../../src-core/layout/refusal.ts';
import { isPanel } from '../../../src-core/layout/spreads.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import type { Selection } from './layout-session.ts';
import styles from './frame-panel.module.css';

const ALIGNMENTS: readonly (readonly [Alignment, LucideIcon])[] = [
  ['left', AlignStartVertical],
  ['centre', AlignCenterVertical],
  ['right', AlignEndVertical],
  ['top', AlignStartHorizontal],
  ['middle', AlignCenterHorizontal],
  ['bottom', AlignEndHorizontal],
];

/** What moves frames by one press: to an edge, to the bleed, over the fold, before or behind the others. */
export function ArrangeButtons({ of, isLocked }: { readonly of: Selection; readonly isLocked: boolean }) {
  const { t, ref } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const [frameId, second] = of.frameIds;
  const frame = frameId === undefined ? undefined : surfaceOf(document, of.surfaceId)?.frames[frameId];
  const isOne = second === undefined;
  const can = (outcome: Outcome): string | null => (isRefusal(outcome) ? ref(outcome.refused) : null);
  return (
    <>
      <div className={styles.row}>
        {ALIGNMENTS.map(([to, icon]) => (
          <IconButton
            key={to}
            label={t(`layout.alignTo.${to}`)}
            icon={icon}
            onPress={() => void session.do('alignFrames', alignFrames(session.document, { ...of, to }))}
          />
        ))}
        {!isOne &&
          (['x', 'y'] as const).map((axis) => (
            <IconButton
              key={axis}
              label={t(`layout.distribute.${axis}`)}
              icon={axis === 'x' ? AlignHorizontalSpaceBetween : AlignVerticalSpaceBetween}
              isDisabled={of.frameIds.length < 3}
              whyNot={can(distributeFrames(document, { ...of, axis }))}
              onPress={() => void session.do('distributeFrames', distributeFrames(session.document, { ...of, axis }))}
            />
          ))}
      </div>
      <div className={styles.row}>
        {isOne && frameId !== undefined && (
          <IconButton
            label={t('layout.bleed')}
            icon={Maximize}
            shortcut="B"
            onPress={() => void session.do('toBleed', toBleed(session.document, { surfaceId: of.surfaceId, frameId }))}
          />
        )}
        {isOne && isPanel(of.surfaceId) && frame?.kind === 'picture' && frame.picture !== null && (
          <IconButton
            label={t('layout.wrap')}
            icon={BookImage}
            onPress={() => void session.do('setWrap', setWrap(session.document, { picture: frame.picture }))}
          />
        )}
        {isOne && frameId !== undefined && frame?.kind === 'picture' && !isPanel(of.surfaceId) && (
          <IconButton
            label={t('layout.across')}
            icon={UnfoldHorizontal}
            shortcut="X"
            isPressed={frame.across}
            onPress={() =>
              void session.do(
                'setAcross',
                setAcross(session.document, { surfaceId: of.surfaceId, frameId, across: !frame.across }),
              )
            }
          />
        )}
        <IconButton
          label={t('layout.toFront')}
          icon={ArrowUpToLine}
          onPress={() => void session.do('orderFrames', orderFrames(session.document, { ...of, to: 'front' }))}
        />
        <IconButton
          label={t('layout.toBack')}
          icon={ArrowDownToLine}
          onPress={() => void session.do('orderFrames', orderFrames(session.document, { ...of, to: 'back' }))}
        />
        <IconButton
          label={t(isLocked ? 'layout.unlock' : 'layout.lock')}
          icon={isLocked ? Lock : LockOpen}
          shortcut="L"
          isPressed={isLocked}
          onPress={() => void session.do('lockFrames', lockFrames(session.document, { ...of, locked: !isLocked }))}
        />
      </div>
    </>
  );
}
