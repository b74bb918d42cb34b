import { Button, Group, Input, Label, NumberField, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { useText } from '../../i18n/use-text.ts';
import { snapPages, topPages } from './page-control.ts';
import styles from './specs.module.css';

export interface PageStepperProps {
  readonly spec: BookSpec;
  readonly pages: number;
  readonly onPages: (pages: number) => void;
}

/** The page count by step, by typing and by dragging; only counts that the spec allows come out. */
export function PageStepper({ spec, pages, onPages }: PageStepperProps) {
  const { t } = useText();
  const top = topPages(spec);
  const take = (value: number) => onPages(Number.isNaN(value) ? pages : snapPages(spec, value));
  return (
    <div className={styles.pageControl}>
      <NumberField
        className={styles.stepper ?? ''}
        value={pages}
        minValue={spec.pageMin}
        maxValue={top}
        step={spec.pageIncrement}
        onChange={take}
      >
        <Label>{t('specs.pages')}</Label>
        <Group className={styles.stepperGroup ?? ''}>
          <Button slot="decrement" aria-label={t('specs.pages.less')}>
            −
          </Button>
          <Input />
          <Button slot="increment" aria-label={t('specs.pages.more')}>
            +
          </Button>
        </Group>
      </NumberField>
      <Slider
        className={styles.slider ?? ''}
        aria-label={t('specs.pages.slider')}
        value={pages}
        minValue={spec.pageMin}
        maxValue={top}
        step={spec.pageIncrement}
        onChange={take}
      >
        <SliderTrack className={styles.sliderTrack ?? ''}>
          <SliderThumb className={styles.sliderThumb ?? ''} />
        </SliderTrack>
      </Slider>
      <span className={styles.range}>
        {t('specs.pagesRange', { min: spec.pageMin, max: top, step: spec.pageIncrement })}
      </span>
    </div>
  );
}
