import type { FieldFrame, PictureFrame, TextFrame } from '../../../src-core/layout/document.ts';
import type { Gesture } from '../../../src-core/layout/history.ts';
import { setFrameLook } from '../../../src-core/layout/operations/frames.ts';
import { setFill, styleText } from '../../../src-core/layout/operations/text.ts';
import { useText } from '../../i18n/use-text.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useLayout } from './layout-context.ts';
import type { Selection } from './layout-session.ts';
import { MeasureField } from './mm-field.tsx';
import styles from './frame-panel.module.css';
import { Part, Swatches } from './panel-parts.tsx';

/** How a text is set. */
export function TextPart({ of, frame }: { readonly of: Selection; readonly frame: TextFrame }) {
  const { t } = useText();
  const session = useLayout();
  const style = (
    change: Parameters<typeof styleText>[1] extends infer A ? Partial<Omit<A, 'surfaceId' | 'frameIds'>> : never,
    picking: Gesture | null = null,
  ) =>
    void session.do(
      'styleText',
      styleText(session.document, { ...of, ...change }),
      picking ?? `style ${of.frameIds.join()}`,
    );
  return (
    <Part title={t('layout.text.style')}>
      <div key={of.frameIds.join()} className={styles.pairs}>
        <MeasureField
          label={t('layout.text.size')}
          unit="pt"
          value={frame.sizePt}
          min={3}
          max={400}
          onChange={(sizePt) => style({ sizePt })}
        />
        <SelectField
          label={t('layout.text.weight')}
          isLabelHidden
          value={frame.typeface}
          onChange={(typeface) => style({ typeface })}
          options={[
            { value: 'regular', label: t('layout.text.regular') },
            { value: 'semiBold', label: t('layout.text.semiBold') },
          ]}
        />
      </div>
      <Tabs
        label={t('layout.text.align')}
        value={frame.align}
        onChange={(align) => style({ align })}
        options={(['left', 'centre', 'right'] as const).map((value) => ({ value, label: t(`layout.align.${value}`) }))}
      />
      <Tabs
        label={t('layout.text.vertical')}
        value={frame.vertical}
        onChange={(vertical) => style({ vertical })}
        options={(['top', 'middle', 'bottom'] as const).map((value) => ({ value, label: t(`layout.align.${value}`) }))}
      />
      <Swatches
        label={t('layout.text.colour')}
        value={frame.colour}
        onChange={(colour, picking) => style({ colour }, picking)}
      />
    </Part>
  );
}

/** Border, corners and colour of a frame. */
export function LookPart({ of, frame }: { readonly of: Selection; readonly frame: PictureFrame | FieldFrame }) {
  const { t } = useText();
  const session = useLayout();
  const { border, cornerMm } = frame;
  const look = (change: { border?: PictureFrame['border']; cornerMm?: number }, picking: Gesture | null = null): void =>
    void session.do(
      'setFrameLook',
      setFrameLook(session.document, { ...of, ...change }),
      picking ?? `look ${of.frameIds.join()}`,
    );
  return (
    <Part title={t('layout.look')}>
      {frame.kind === 'field' && (
        <Swatches
          label={t('layout.fill')}
          value={frame.fill}
          onChange={(fill, picking) => void session.do('setFill', setFill(session.document, { ...of, fill }), picking)}
        />
      )}
      <div key={of.frameIds.join()} className={styles.pairs}>
        <MeasureField
          label={t('layout.border')}
          unit={t('layout.unit.mm')}
          value={border?.widthMm ?? 0}
          min={0}
          max={50}
          onChange={(widthMm) =>
            look({ border: widthMm === 0 ? null : { colour: border?.colour ?? '#ffffff', widthMm } })
          }
        />
        <MeasureField
          label={t('layout.corner')}
          unit={t('layout.unit.mm')}
          value={cornerMm}
          min={0}
          max={500}
          onChange={(value) => look({ cornerMm: value })}
        />
      </div>
      {border !== null && (
        <Swatches
          label={t('layout.borderColour')}
          value={border.colour}
          onChange={(colour, picking) => look({ border: { ...border, colour } }, picking)}
        />
      )}
    </Part>
  );
}
