import type { PdfDocument } from '../document.ts';
import { isDict, type PdfDict, type PdfValue } from '../objects.ts';
import type { PageLeaf } from '../page-tree.ts';
import { DictionaryVisits } from './dictionary-visits.ts';
import type { ActionFacts, ActionKind } from './document-facts.ts';
import { valuesOfNameTree } from './name-tree.ts';

/** Actions, annotations, fields and bookmarks together that are looked through. */
const MAX_VISITS = 200_000;
/** More are not listed: that there are so many is all that anybody wants to know. */
const MAX_ACTIONS = 2_000;

const KINDS: Readonly<Record<string, ActionKind>> = {
  JavaScript: 'javaScript',
  Launch: 'launch',
  URI: 'uri',
  SubmitForm: 'submitForm',
  ImportData: 'importData',
  GoToR: 'goToOutside',
  GoToE: 'goToOutside',
  Rendition: 'media',
  Movie: 'media',
  Sound: 'media',
  GoTo3DView: 'media',
  RichMediaExecute: 'media',
};
/** These only move about in the document. */
const HARMLESS: ReadonlySet<string> = new Set(['GoTo', 'GoToDp', 'Named', 'Thread']);

export interface ActionList {
  readonly actions: readonly ActionFacts[];
  readonly isCut: boolean;
}

/** Whatever the document would do by itself or on a click (ISO 32000-1, 12.6): catalogue, scripts, bookmarks, fields, pages. */
export function readActions(document: PdfDocument, catalogue: PdfDict, leaves: readonly PageLeaf[]): ActionList {
  const search = new ActionSearch(document);
  search.catalogue(catalogue);
  leaves.forEach((leaf, index) => search.page(leaf.dict, index));
  return search;
}

class ActionSearch implements ActionList {
  readonly actions: ActionFacts[] = [];
  private readonly visits: DictionaryVisits;

  constructor(private readonly document: PdfDocument) {
    this.visits = new DictionaryVisits(document, MAX_VISITS);
  }

  get isCut(): boolean {
    return this.visits.isCut;
  }

  catalogue(catalogue: PdfDict): void {
    const { document, visits } = this;
    this.follow(catalogue.get('OpenAction'), 'open', null);
    this.additional(catalogue.get('AA'), 'document', null);
    const names = document.resolve(catalogue.get('Names'));
    if (isDict(names))
      for (const script of valuesOfNameTree(names.get('JavaScript'), visits)) this.follow(script, 'names', null);
    this.outlines(catalogue.get('Outlines'));
    const form = document.resolve(catalogue.get('AcroForm'));
    if (isDict(form)) this.fields(form.get('Fields'));
  }

  page(page: PdfDict, pageIndex: number): void {
    const { visits } = this;
    this.additional(page.get('AA'), 'page', pageIndex);
    for (const one of visits.items(page.get('Annots'))) {
      // A field merged with its annotation was met among the fields.
      const annotation = visits.enter(one);
      if (annotation !== undefined) this.holder(annotation, 'annotation', pageIndex);
    }
  }

  private fields(list: PdfValue | undefined): void {
    const open = [...this.visits.items(list)];
    while (open.length > 0) {
      const field = this.visits.enter(open.pop());
      if (field === undefined) continue;
      this.holder(field, 'field', null);
      for (const kid of this.visits.items(field.get('Kids'))) open.push(kid);
    }
  }

  private outlines(root: PdfValue | undefined): void {
    const open: (PdfValue | undefined)[] = [root];
    while (open.length > 0) {
      const item = this.visits.enter(open.pop());
      if (item === undefined) continue;
      this.follow(item.get('A'), 'outline', null);
      open.push(item.get('Next'), item.get('First'));
    }
  }

  private holder(dict: PdfDict, trigger: ActionFacts['trigger'], pageIndex: number | null): void {
    this.follow(dict.get('A'), trigger, pageIndex);
    this.additional(dict.get('AA'), trigger, pageIndex);
  }

  /** Actions for events: the values of an /AA dictionary. */
  private additional(value: PdfValue | undefined, trigger: ActionFacts['trigger'], pageIndex: number | null): void {
    const events = this.document.resolve(value);
    if (isDict(events)) for (const action of events.values()) this.follow(action, trigger, pageIndex);
  }

  /** An action and those that follow it. A destination, which is an array, is none. */
  private follow(value: PdfValue | undefined, trigger: ActionFacts['trigger'], pageIndex: number | null): void {
    if (value === undefined) return;
    const open: (PdfValue | undefined)[] = [value];
    const visited = new Set<PdfDict>();
    while (open.length > 0) {
      const action = this.document.resolve(open.pop());
      if (!isDict(action) || visited.has(action) || visited.size > MAX_ACTIONS) continue;
      visited.add(action);
      const subtype = this.document.resolve(action.get('S'));
      if (typeof subtype === 'string' && !HARMLESS.has(subtype))
        this.add({ kind: KINDS[subtype] ?? 'other', trigger, pageIndex });
      const next = this.document.resolve(action.get('Next'));
      for (const one of Array.isArray(next) ? next.slice(0, MAX_ACTIONS) : [next]) open.push(one);
    }
  }

  private add(action: ActionFacts): void {
    if (this.actions.length < MAX_ACTIONS) this.actions.push(action);
  }
}
