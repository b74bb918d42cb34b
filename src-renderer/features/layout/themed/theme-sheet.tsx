import { FileSpreadsheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Template } from '../../../../src-core/contract/templates.ts';
import { addEntries, setCoverTemplate, setEntryTemplate } from '../../../../src-core/layout/operations/entries.ts';
import { entryOf, type EntryId } from '../../../../src-core/layout/themed/uses.ts';
import { laidEntries } from '../../../../src-core/layout/themed/surface.ts';
import { wireErrorOf } from '../../../bridge.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { documentOf, useLayout, useLayoutPart } from '../layout-context.ts';
import { useLayoutThresholds, useMeasure } from '../live-checks.tsx';
import { goToPage } from './go-to-entry.ts';
import { TemplatePicture } from './template-picture.tsx';
import { today, useTemplates } from './use-entries.ts';
import styles from './theme-sheet.module.css';

/** What a template is chosen for: another page before an entry or behind the last, or in place of an entry's. */
export type ThemeChoice =
  | { readonly what: 'add'; readonly before: string | null }
  | { readonly what: 'cover' }
  | { readonly what: 'replace'; readonly entryId: EntryId };

interface ThemeSheetProps {
  readonly choice: ThemeChoice;
  readonly onClose: () => void;
  /** Rows of a table are to become entries of that template. */
  readonly onTable: (template: Template, before: string | null) => void;
}

const CARD_PX = { widthPx: 176, heightPx: 132 };
const KINDS = ['cover', 'content', 'divider', 'publish'] as const;

/** The templates of one theme after the other, each as it looks in this book. */
export function ThemeSheet({ choice, onClose, onTable }: ThemeSheetProps) {
  const { t, ref } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const { data: templates, error } = useTemplates();
  const isRightBound = document.spec.bindingEdge !== 'left';
  const measure = useMeasure();
  const thresholds = useLayoutThresholds();
  const present = presentTemplate(document, choice);
  const [themeName, setThemeName] = useState<string | null>(present?.theme ?? themeInUse(document));
  const [chosenUid, setChosenUid] = useState<string | null>(present?.templateUid ?? null);
  const offered = useMemo(
    () => (isRightBound ? [] : (templates ?? []).filter(isFor(choice))),
    [templates, choice, isRightBound],
  );
  const themes = [...new Set(offered.map(({ theme }) => theme))];
  const theme = themeName !== null && themes.includes(themeName) ? themeName : (themes[0] ?? null);
  const cards = offered.filter((template) => template.theme === theme);
  const chosen = cards.find(({ templateUid }) => templateUid === chosenUid);
  const take = (template: Template | undefined): void => {
    if (template === undefined || measure === null) return;
    if (template.templateKind === 'cover') {
      const outcome = setCoverTemplate(session.document, { template, day: today() }, measure);
      if (!session.do('setCoverTemplate', outcome)) return;
      session.goTo('cover');
      session.chooseEntry('cover');
    } else if (choice.what === 'replace') {
      const outcome = setEntryTemplate(session.document, { entryId: choice.entryId, template }, measure);
      if (!session.do('setEntryTemplate', outcome)) return;
    } else {
      const before = choice.what === 'add' ? choice.before : null;
      const entryId = `e${session.document.nextId}`;
      const outcome = addEntries(session.document, { template, values: [{}], before, day: today() }, measure);
      if (!session.do('addEntries', outcome)) return;
      const laid = laidEntries(session.document, measure).find((one) => one.entryId === entryId);
      if (laid !== undefined) goToPage(session, laid.firstPage);
      session.chooseEntry(entryId);
    }
    onClose();
  };
  const isCover = chosen?.templateKind === 'cover';
  return (
    <Sheet
      title={t(`layout.theme.title.${choice.what}`)}
      size="large"
      onClose={onClose}
      onSubmit={() => take(chosen)}
      footer={
        <>
          {choice.what === 'add' && chosen?.templateKind === 'content' && (
            <Button icon={FileSpreadsheet} onPress={() => onTable(chosen, choice.before)}>
              {t('layout.theme.table')}
            </Button>
          )}
          <Button onPress={onClose}>{t('layout.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            isDisabled={chosen === undefined || measure === null}
            whyNot={t('layout.theme.needsTemplate')}
          >
            {t(`layout.theme.take.${isCover ? 'cover' : choice.what === 'replace' ? 'replace' : 'add'}`)}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <div className={styles.themes} role="group" aria-label={t('layout.theme.themes')}>
          {themes.map((name) => (
            <button key={name} type="button" aria-pressed={name === theme} onClick={() => setThemeName(name)}>
              {name}
            </button>
          ))}
        </div>
        <div className={styles.kinds}>
          {error === null && (templates === undefined || measure === null) && (
            <p role="status">{t('layout.theme.loading')}</p>
          )}
          {error !== null && <p role="alert">{ref(wireErrorOf(error).text)}</p>}
          {templates !== undefined && themes.length === 0 && (
            <p>{t(isRightBound ? 'layout.refused.themeBinding' : 'layout.theme.none')}</p>
          )}
          {KINDS.map((kind) => {
            const own = cards.filter(({ templateKind }) => templateKind === kind);
            return own.length === 0 || measure === null ? null : (
              <section key={kind} aria-label={t(`layout.theme.kind.${kind}`)}>
                <h3>{t(`layout.theme.kind.${kind}`)}</h3>
                <div className={styles.cards}>
                  {own.map((template) => (
                    <button
                      key={template.templateUid}
                      type="button"
                      className={styles.card}
                      aria-pressed={template.templateUid === chosenUid}
                      onClick={() => setChosenUid(template.templateUid)}
                      onDoubleClick={() => take(template)}
                    >
                      <span aria-hidden="true">
                        <TemplatePicture {...CARD_PX} {...{ template, document, measure, thresholds }} />
                      </span>
                      <strong>{template.description ?? template.templateName}</strong>
                      <span className={styles.about}>{template.templateName}</span>
                    </button>
                  ))}
                </div>
              </section>
            );
          })}
        </div>
      </div>
    </Sheet>
  );
}

type Document = ReturnType<typeof documentOf>;

function presentTemplate(document: Document, choice: ThemeChoice): Template | undefined {
  const entryId = choice.what === 'replace' ? choice.entryId : choice.what === 'cover' ? 'cover' : null;
  const entry = entryId === null ? undefined : entryOf(document, entryId);
  return entry === undefined ? undefined : document.templates[entry.templateUid];
}

const themeInUse = ({ templates }: Document): string | null => Object.values(templates)[0]?.theme ?? null;

const isFor =
  (choice: ThemeChoice) =>
  ({ templateKind }: Template): boolean =>
    choice.what === 'add' || (templateKind === 'cover') === (choice.what === 'cover' || choice.entryId === 'cover');
