import { FileDown } from 'lucide-react';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { useAction } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { MenuButton } from '../../ui/menu-button.tsx';
import { showToast } from '../../ui/toast-store.ts';

const FORMATS: readonly Input<'checks.exportReport'>['format'][] = ['pdf', 'json', 'csv'];

export interface ExportMenuProps {
  readonly bookIds: readonly string[];
  readonly isIconOnly?: boolean;
}

/** What the checks found, as a file for a customer, for a program or for a table. */
export function ExportMenu({ bookIds, isIconOnly = true }: ExportMenuProps) {
  const { t } = useText();
  const save = useAction('checks.exportReport', {
    onDone: ({ saved }) => {
      if (saved) showToast({ text: t('preflight.export.saved', { count: bookIds.length }), tone: 'good' });
    },
  });
  return (
    <MenuButton
      label={t('preflight.export.title', { count: bookIds.length })}
      icon={FileDown}
      isIconOnly={isIconOnly}
      isDisabled={bookIds.length === 0 || save.isPending}
      choices={FORMATS.map((format) => ({
        value: format,
        name: t(`preflight.export.${format}`),
        hint: t(`preflight.export.${format}Hint`),
      }))}
      onChoose={(format) => save.mutate({ bookIds: [...bookIds], format })}
    />
  );
}
