import { Download } from 'lucide-react';
import type { Command } from '../../../src-core/commands.ts';
import type { StudioDocument } from '../../../src-core/ipc/subjects/documents.ts';
import { useText } from '../../i18n/use-text.ts';
import { carryOut } from '../documents/carry-out.ts';
import { MenuButton } from '../../ui/menu-button.tsx';

type TableKind = Extract<StudioDocument, { what: 'orders' }>['kind'];

const KINDS: readonly TableKind[] = ['csv', 'xlsx'];

export interface SaveTableProps {
  readonly label: string;
  /** Where the catalogue says what will come of each kind. */
  readonly hints: 'orders.export' | 'orders.run' | 'orders.receipt';
  /** The commands that save one kind without asking. */
  readonly commands?: Readonly<Partial<Record<TableKind, Command>>>;
  readonly isDisabled?: boolean;
  /** The label becomes a tooltip. */
  readonly isIconOnly?: boolean;
  readonly documentOf: (kind: TableKind) => StudioDocument;
  readonly onSave: (document: StudioDocument) => void;
}

/** A table that leaves the studio, in the kind that is chosen. */
export function SaveTable({
  label,
  hints,
  commands = {},
  isDisabled = false,
  isIconOnly = false,
  documentOf,
  onSave,
}: SaveTableProps) {
  const { t } = useText();
  const choices = KINDS.map((value) => {
    const command = commands[value];
    const choice = {
      value,
      name: t(`orders.table.${value}`),
      hint: t(`${hints}.${value}Hint`),
      onCarry: () => void carryOut(documentOf(value)),
    };
    return command === undefined ? choice : { ...choice, command };
  });
  return (
    <MenuButton
      label={label}
      icon={Download}
      choices={choices}
      isDisabled={isDisabled}
      isIconOnly={isIconOnly}
      onChoose={(kind) => onSave(documentOf(kind))}
    />
  );
}
