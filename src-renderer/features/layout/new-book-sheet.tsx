import { useState } from 'react';
import type { BookSpec } from '../../../src-core/contract/specs.ts';
import { nearestPageCounts, pageRuleBreach } from '../../../src-core/specs/page-rules.ts';
import { LIMITS } from '../../../src-core/contract/limits.ts';
import { useAction, useAnswer } from '../../bridge.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { NewBook } from './new-book.ts';
import { SpecFields } from './spec-fields.tsx';
import styles from './export-sheet.module.css';

interface NewBookSheetProps {
  readonly begun: NewBook;
  readonly onClose: () => void;
  readonly onMade: (bookId: string) => void;
}

/** Two pictures a page leave both of them large. */
const PICTURES_A_PAGE = 2;

/** As many pages as the pictures want, or as the spec begins with. */
function pagesToBeginWith(spec: BookSpec, pictures: number | null): number {
  if (pictures === null) return spec.pageDefault;
  const { below, above } = nearestPageCounts(spec, pictures / PICTURES_A_PAGE);
  return above ?? below ?? spec.pageDefault;
}

/** A book is begun: its title, what it is bound as, and how many pages it has to begin with. */
export function NewBookSheet({ begun, onClose, onMade }: NewBookSheetProps) {
  const { t } = useText();
  const specs = useAnswer('specs.list', {}).data ?? [];
  const [title, setTitle] = useState(begun.title ?? '');
  const [chosenUid, setChosenUid] = useState<string | null>(begun.specUid ?? null);
  const spec = specs.find(({ bookSpecUid }) => bookSpecUid === chosenUid) ?? specs[0];
  const [chosenPages, setChosenPages] = useState<number | null>(begun.pages ?? null);
  const create = useAction('layouts.create', { onDone: ({ bookId }) => onMade(bookId) });
  const pages = chosenPages ?? (spec === undefined ? 0 : pagesToBeginWith(spec, begun.pictures?.count ?? null));
  const isTitled = title.trim() !== '';
  const isAllowed = spec !== undefined && pageRuleBreach(spec, pages) === null;
  const [hasTried, setHasTried] = useState(false);
  const begin = (): void => {
    setHasTried(true);
    if (isTitled && isAllowed && !create.isPending)
      create.mutate({ title: title.trim(), specUid: spec.bookSpecUid, pageCount: pages });
  };
  return (
    <Sheet
      title={t('layout.new.title')}
      size="small"
      onClose={onClose}
      onSubmit={begin}
      footer={
        <>
          <Button onPress={onClose}>{t('layout.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            isDisabled={!isTitled || !isAllowed}
            whyNot={isTitled ? null : t('layout.new.needsTitle')}
            isBusy={create.isPending}
          >
            {t('layout.new.begin')}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {begun.pictures !== undefined && <p>{t('layout.new.pictures', { count: begun.pictures.count })}</p>}
        <TextField
          label={t('layout.titleField')}
          value={title}
          onChange={setTitle}
          fault={hasTried && !isTitled ? t('layout.new.needsTitle') : null}
          maxLength={LIMITS.titleMaxChars}
          autoFocus
        />
        <SpecFields
          {...{ specs, spec, pages }}
          onSpec={({ bookSpecUid }) => {
            setChosenUid(bookSpecUid);
            setChosenPages(null);
          }}
          onPages={setChosenPages}
        />
      </div>
    </Sheet>
  );
}
