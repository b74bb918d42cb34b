import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { useText } from '../../i18n/use-text.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SelectField } from '../../ui/select-field.tsx';

interface SpecFieldsProps {
  readonly specs: readonly BookSpec[];
  /** Undefined: none is known yet. */
  readonly spec: BookSpec | undefined;
  readonly pages: number;
  readonly onSpec: (spec: BookSpec) => void;
  /** What one is called beside its name. */
  readonly nameOf?: (spec: BookSpec) => string;
  readonly onPages: (pages: number) => void;
}

/** What a book is bound as, and how many of the pages that this takes it has. */
export function SpecFields({ specs, spec, pages, onSpec, onPages, nameOf = ({ name }) => name }: SpecFieldsProps) {
  const { t } = useText();
  return (
    <>
      <SelectField
        label={t('layout.new.spec')}
        // Two may have one uid: as a book was begun, and as the service has it now.
        value={spec === undefined ? null : String(specs.indexOf(spec))}
        onChange={(at) => {
          const chosen = specs[Number(at)];
          if (chosen !== undefined) onSpec(chosen);
        }}
        options={specs.map((one, index) => ({
          value: String(index),
          label: nameOf(one),
          note: t('layout.new.specNote', {
            width: one.innerTrimWidthMm,
            height: one.innerTrimHeightMm,
            least: one.pageMin,
            most: one.pageMax,
          }),
        }))}
      />
      {spec !== undefined && (
        <NumberField
          label={t('layout.pageCount')}
          value={pages}
          onChange={onPages}
          min={spec.pageMin}
          max={spec.pageMax}
          step={spec.pageIncrement}
        />
      )}
    </>
  );
}
