import { ArrowDown, ArrowUp, LayoutTemplate, Trash2 } from 'lucide-react';
import { isGallery, type Template } from '../../../../src-core/contract/templates.ts';
import {
  moveEntry,
  removeEntries,
  setCoverTemplate,
  setEntryBreak,
  setEntryValues,
} from '../../../../src-core/layout/operations/entries.ts';
import { entryOf, type EntryId } from '../../../../src-core/layout/themed/uses.ts';
import type { EntryValue, ThemedEntry } from '../../../../src-core/layout/themed/entries.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { documentOf, useLayout, useLayoutPart } from '../layout-context.ts';
import { useMeasure } from '../live-checks.tsx';
import { Part } from '../panel-parts.tsx';
import panel from '../frame-panel.module.css';
import { EntryPictures } from './entry-pictures.tsx';
import { EntryText } from './entry-text.tsx';
import { goToEntry } from './go-to-entry.ts';
import { today, useEntriesHere } from './use-entries.ts';
import type { ThemeChoice } from './theme-sheet.tsx';
import styles from './entry-panel.module.css';

interface EntryPanelProps {
  readonly onTheme: (choice: ThemeChoice) => void;
}

/** What the template of the entry on the stage is given; nothing where no template makes anything there. */
export function EntryPanel({ onTheme }: EntryPanelProps) {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const { entryIds, entryId } = useEntriesHere();
  const entry = entryId === null ? undefined : entryOf(document, entryId);
  const template = entry === undefined ? undefined : document.templates[entry.templateUid];
  if (entryId === null || entry === undefined || template === undefined) return null;
  const count = document.themed?.order.length ?? 0;
  const numberOf = (id: EntryId) => (document.themed?.order.indexOf(id) ?? -1) + 1;
  return (
    <Part
      title={template.templateName}
      note={entryId === 'cover' ? t('layout.cover') : t('layout.entry.of', { number: numberOf(entryId), count })}
    >
      {entryIds.length > 1 && (
        <div className={styles.others} role="group" aria-label={t('layout.entry.here')}>
          {entryIds.map((id) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === entryId}
              aria-label={t('layout.entry.of', { number: numberOf(id), count })}
              onClick={() => session.chooseEntry(id)}
            >
              {numberOf(id)}
            </button>
          ))}
        </div>
      )}
      {/* One that is written in stays, wherever its pages come to lie. */}
      <div
        className={styles.fields}
        onFocus={() => session.view.get().entry !== entryId && session.chooseEntry(entryId)}
      >
        <Fields key={`${entryId} ${template.templateUid}`} {...{ entryId, entry, template }} />
      </div>
      {entryId !== 'cover' && template.layoutRules.flow !== undefined && <BreakField {...{ entryId, entry }} />}
      <EntryButtons entryId={entryId} onTheme={onTheme} />
    </Part>
  );
}

interface FieldsProps {
  readonly entryId: EntryId;
  readonly entry: ThemedEntry;
  readonly template: Template;
}

/** A field for each variable of the template, in its order. */
function Fields({ entryId, entry, template }: FieldsProps) {
  const { t } = useText();
  const session = useLayout();
  const measure = useMeasure();
  const set = (name: string, value: EntryValue | null, gesture: string | null = null): boolean =>
    measure !== null &&
    session.do(
      'setEntryValues',
      setEntryValues(session.document, { entryId, values: { [name]: value } }, measure),
      gesture,
    );
  return Object.entries(template.parameters.definitions).map(([name, definition]) => {
    const value = entry.values[name];
    const label = definition.required
      ? definition.description
      : t('layout.entry.optional', { field: definition.description });
    if (definition.binding !== 'text')
      return (
        <EntryPictures
          key={name}
          label={label}
          entryId={entryId}
          name={name}
          keys={Array.isArray(value) ? value : []}
          most={isGallery(definition.binding) ? (definition.maxItems ?? null) : 1}
          isWanted={definition.required}
          onKeys={(keys) => void set(name, keys.length === 0 ? null : [...keys])}
        />
      );
    if (definition.type === 'boolean')
      return (
        <label key={name} className={styles.choice}>
          <input type="checkbox" checked={value === true} onChange={() => void set(name, value !== true)} />
          <span>{definition.description}</span>
        </label>
      );
    return (
      <EntryText
        key={name}
        label={label}
        value={typeof value === 'string' ? value : ''}
        lines={linesOf(template, name)}
        isNumber={definition.type === 'int' || definition.type === 'double'}
        // A sentence with a pause in it is one step.
        onText={(text) => set(name, text === '' ? null : text, `entry ${entryId} ${name}`)}
      />
    );
  });
}

/** How many lines its field begins with: one where the template has room for one, a few where text goes on. */
function linesOf({ layout }: Template, name: string): number {
  const lines = layout.elements.flatMap((element) => {
    if (element.type !== 'text' || element.rotation === 90 || !element.text.includes(`$$${name}$$`)) return [];
    return element.splittable === true ? MOST_LINES : Math.floor(element.height / (1.2 * element.fontSize));
  });
  return Math.min(Math.max(1, ...lines), MOST_LINES);
}
const MOST_LINES = 4;

const BREAKS = ['none', 'column', 'page'] as const;

function BreakField({ entryId, entry }: { readonly entryId: string; readonly entry: ThemedEntry }) {
  const { t } = useText();
  const session = useLayout();
  const measure = useMeasure();
  return (
    <SelectField
      label={t('layout.entry.begins')}
      value={entry.breakBefore ?? 'none'}
      options={BREAKS.map((value) => ({ value, label: t(`layout.entry.begins.${value}`) }))}
      onChange={(value) => {
        if (measure === null) return;
        const breakBefore = value === 'none' ? null : value;
        session.do('setEntryBreak', setEntryBreak(session.document, { entryId, breakBefore }, measure));
      }}
    />
  );
}

/** Entries change places, get another template, come, and go. */
function EntryButtons({ entryId, onTheme }: EntryPanelProps & { readonly entryId: EntryId }) {
  const { t } = useText();
  const session = useLayout();
  const document = useLayoutPart(documentOf);
  const measure = useMeasure();
  const order = document.themed?.order ?? [];
  const at = order.indexOf(entryId);
  const move = (by: 1 | -1): void => {
    if (measure === null) return;
    if (session.do('moveEntry', moveEntry(session.document, { entryId, by }, measure)))
      goToEntry(session, entryId, measure);
  };
  const remove = (): void => {
    if (measure === null) return;
    if (entryId === 'cover')
      session.do('setCoverTemplate', setCoverTemplate(session.document, { template: null, day: today() }, measure));
    else session.do('removeEntries', removeEntries(session.document, { entryIds: [entryId] }, measure));
  };
  return (
    <>
      <div className={panel.row}>
        <IconButton
          label={t('layout.entry.template')}
          icon={LayoutTemplate}
          onPress={() => onTheme(entryId === 'cover' ? { what: 'cover' } : { what: 'replace', entryId })}
        />
        {entryId !== 'cover' && (
          <>
            <IconButton
              label={t('layout.entry.earlier')}
              icon={ArrowUp}
              isDisabled={at <= 0}
              onPress={() => move(-1)}
            />
            <IconButton
              label={t('layout.entry.later')}
              icon={ArrowDown}
              isDisabled={at < 0 || at === order.length - 1}
              onPress={() => move(1)}
            />
          </>
        )}
        <IconButton
          label={t(entryId === 'cover' ? 'layout.entry.coverOff' : 'layout.entry.remove')}
          icon={Trash2}
          onPress={remove}
        />
      </div>
      <Button onPress={() => onTheme({ what: 'add', before: entryId === 'cover' ? null : (order[at + 1] ?? null) })}>
        {t('layout.entry.addBehind')}
      </Button>
    </>
  );
}
