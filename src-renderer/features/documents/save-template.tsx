import { FileDown } from 'lucide-react';
import type { StudioDocument } from '../../../src-core/ipc/subjects/documents.ts';
import { useText } from '../../i18n/use-text.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { carryOut } from './carry-out.ts';
import { useSaveDocument } from './save-document.ts';

type Template = Extract<StudioDocument, { what: 'template' }>;

const FORMATS: readonly Template['format'][] = ['pdf', 'svg'];

export interface SaveTemplateProps {
  readonly label: string;
  readonly template: Omit<Template, 'what' | 'format'>;
}

/** A template as the file that the program of whoever designs takes: saved, or dragged into it. */
export function SaveTemplate({ label, template }: SaveTemplateProps) {
  const { t } = useText();
  const { save, isSaving } = useSaveDocument(t('specs.template.saved'));
  const documentIn = (format: Template['format']): Template => ({ what: 'template', ...template, format });
  return (
    <MenuButton
      label={label}
      icon={FileDown}
      isDisabled={isSaving}
      choices={FORMATS.map((format) => ({
        value: format,
        name: t(`specs.template.${format}`),
        hint: t(`specs.template.${format}Hint`),
        onCarry: () => void carryOut(documentIn(format)),
      }))}
      onChoose={(format) => save(documentIn(format))}
    />
  );
}
