import { FileDown, FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import { LARGEST_RULES_FILE, readRulesFile, type NamingRules } from '../../../src-core/imports/naming-rules.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { useSaveDocument } from '../documents/save-document.ts';

/** A file of rules that was chosen or dropped, and what is in it. */
export interface ReadRulesAnswer {
  readonly name: string;
  readonly read: ReturnType<typeof readRulesFile>;
}

interface ReadRulesProps {
  readonly onRead: (answer: ReadRulesAnswer) => void;
}

async function readFile(file: File): Promise<ReadRulesAnswer> {
  // Of a film that was dropped by mistake the beginning says enough.
  const text = await file.slice(0, 4 * LARGEST_RULES_FILE).text();
  return { name: file.name.normalize('NFC'), read: readRulesFile(text) };
}

export function ReadRules({ onRead }: ReadRulesProps) {
  const { t } = useText();
  return (
    <FileTrigger
      acceptedFileTypes={['.json', 'application/json']}
      onSelect={(files) => {
        const [file] = files ?? [];
        if (file !== undefined) void readFile(file).then(onRead);
      }}
    >
      <Button variant="quiet" icon={FileUp}>
        {t('library.rules.file.read')}
      </Button>
    </FileTrigger>
  );
}

/** What is on screen, whether it is used yet or not. */
export function SaveRules({ rules, whyNot }: { readonly rules: NamingRules; readonly whyNot: string | null }) {
  const { t } = useText();
  const { save, isSaving } = useSaveDocument(t('library.rules.file.saved'));
  return (
    <Button
      variant="quiet"
      icon={FileDown}
      isBusy={isSaving}
      isDisabled={whyNot !== null}
      whyNot={whyNot}
      onPress={() => save({ what: 'namingRules', rules })}
    >
      {t('library.rules.file.save')}
    </Button>
  );
}

/** Takes a dropped file of rules. */
export function RulesDrop({ onRead, children }: ReadRulesProps & { readonly children: ReactNode }) {
  const { t } = useText();
  return (
    <FileDrop
      words={t('library.rules.file.drop')}
      onFiles={([file]) => {
        if (file !== undefined) void readFile(file).then(onRead);
      }}
    >
      {children}
    </FileDrop>
  );
}
