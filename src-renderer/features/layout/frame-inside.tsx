import { RotateCw } from 'lucide-react';
import type { PictureFrame } from '../../../src-core/layout/document.ts';
import { setShow, straightenPicture, turnPictures, zoomPicture } from '../../../src-core/layout/operations/inside.ts';
import { useText } from '../../i18n/use-text.ts';
import { EndKept } from '../../ui/end-kept.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useFrameFacts, type SelectedFrame } from './frame-facts.ts';
import { documentOf, useLayout, useLayoutPart } from './layout-context.ts';
import { MeasureField } from './mm-field.tsx';
import styles from './frame-panel.module.css';
import { Part } from './panel-parts.tsx';

/** How a picture lies in its frame, and how sharp it prints there. */
export function InsidePart({ selected, frame }: { readonly selected: SelectedFrame; readonly frame: PictureFrame }) {
  const { t, format } = useText();
  const session = useLayout();
  const isInside = useLayoutPart((view) => view.isInside);
  const document = useLayoutPart(documentOf);
  const { warnPpi, errorPpi } = useFrameFacts();
  const { surfaceId, frameId, ppi, tone } = selected;
  const of = { surfaceId, frameId };
  const many = { surfaceId, frameIds: [frameId] };
  const name = frame.picture === null ? '' : (document.pictures[frame.picture]?.name ?? '');
  return (
    <Part title={t('layout.inside')} note={t(isInside ? 'layout.insideLeave' : 'layout.insideEnter')}>
      <p className={styles.file} title={name}>
        <EndKept text={name} />
      </p>
      <div key={frameId} className={styles.pairs}>
        <MeasureField
          label={t('layout.zoom')}
          unit="%"
          value={frame.zoom * 100}
          digits={0}
          min={100}
          max={2000}
          onChange={(percent) =>
            void session.do(
              'zoomPicture',
              zoomPicture(session.document, { ...of, zoom: percent / 100 }),
              `zoom ${frameId}`,
            )
          }
        />
        <MeasureField
          label={t('layout.straighten')}
          unit="°"
          value={frame.straightenDeg}
          min={-15}
          max={15}
          isDisabled={frame.show === 'whole'}
          onChange={(straightenDeg) =>
            void session.do(
              'straightenPicture',
              straightenPicture(session.document, { ...of, straightenDeg }),
              `straighten ${frameId}`,
            )
          }
        />
      </div>
      <div className={styles.row}>
        <Tabs
          label={t('layout.show')}
          value={frame.show}
          onChange={(show) => void session.do('setShow', setShow(session.document, { ...many, show }))}
          options={[
            { value: 'fill', label: t('layout.show.fill') },
            { value: 'whole', label: t('layout.show.whole') },
          ]}
        />
        <IconButton
          label={t('layout.turn')}
          icon={RotateCw}
          shortcut="R"
          onPress={() => void session.do('turnPictures', turnPictures(session.document, { ...many, quarters: 1 }))}
        />
      </div>
      {ppi !== null && (
        <>
          <Sharpness ppi={ppi} errorPpi={errorPpi} warnPpi={warnPpi} />
          <p className={styles.figures}>
            <span data-tone={tone} className={styles.ppi}>
              {format.quantity({ value: ppi, unit: 'ppi' })}
            </span>
            <span>{t('layout.goodFrom', { ppi: warnPpi })}</span>
          </p>
        </>
      )}
    </Part>
  );
}

/** Where the resolution stands between coarse, fair and good; even steps are even factors. */
function Sharpness({
  ppi,
  errorPpi,
  warnPpi,
}: {
  readonly ppi: number;
  readonly errorPpi: number;
  readonly warnPpi: number;
}) {
  const [least, most] = [errorPpi / 2, warnPpi * 3];
  const share = (value: number): number =>
    Math.min(Math.max(Math.log(value / least) / Math.log(most / least), 0), 1) * 100;
  return (
    <div className={styles.scale} aria-hidden="true">
      <span data-tone="bad" style={{ width: `${share(errorPpi)}%` }} />
      <span data-tone="warning" style={{ width: `${share(warnPpi) - share(errorPpi)}%` }} />
      <span data-tone="good" style={{ flex: 1 }} />
      <i style={{ left: `${share(ppi)}%` }} />
    </div>
  );
}
