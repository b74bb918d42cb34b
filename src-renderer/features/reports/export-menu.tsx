import { FileDown } from 'lucide-react';
import type { StudioDocument } from '../../../src-core/ipc/subjects/documents.ts';
import { useCommand } from '../../commands/run-command.ts';
import { useText } from '../../i18n/use-text.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { carryOut } from '../documents/carry-out.ts';
import { useSaveDocument } from '../documents/save-document.ts';

type Report = Extract<StudioDocument, { what: 'report' }>;

const FORMATS: readonly Report['format'][] = ['pdf', 'json', 'csv'];

export interface ExportMenuProps {
  readonly bookIds: readonly string[];
  readonly isIconOnly?: boolean;
  /** It is the one that the commands mean. */
  readonly isMain?: boolean;
}

/** What the checks found, as a file for a customer, for a program or for a table. */
export function ExportMenu({ bookIds, isIconOnly = true, isMain = false }: ExportMenuProps) {
  const { t } = useText();
  const { save, isSaving } = useSaveDocument(t('preflight.export.saved', { count: bookIds.length }));
  const reportOf = (format: (typeof FORMATS)[number]): Report => ({ what: 'report', bookIds: [...bookIds], format });
  const write = (format: (typeof FORMATS)[number]): void => save(reportOf(format));
  const takes = isMain && bookIds.length > 0 && !isSaving;
  const whyNot = isMain ? t('ui.whyNot.noBook') : null;
  useCommand('reports.pdf', takes ? () => write('pdf') : null, whyNot);
  useCommand('reports.json', takes ? () => write('json') : null, whyNot);
  useCommand('reports.csv', takes ? () => write('csv') : null, whyNot);
  return (
    <MenuButton
      label={t('preflight.export.title', { count: bookIds.length })}
      icon={FileDown}
      isIconOnly={isIconOnly}
      isDisabled={bookIds.length === 0 || isSaving}
      choices={FORMATS.map((format) => ({
        value: format,
        name: t(`preflight.export.${format}`),
        hint: t(`preflight.export.${format}Hint`),
        command: `reports.${format}` as const,
        onCarry: () => void carryOut(reportOf(format)),
      }))}
      onChoose={write}
    />
  );
}
