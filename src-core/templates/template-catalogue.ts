import type { BookRules } from '../composition/book-rules.ts';
import type { Template } from '../contract/templates.ts';
import { expandTheme, type TemplateProfile } from './expand-theme.ts';
import type { TemplateSpec } from './expand-elements.ts';
import type { Theme } from './theme.ts';

/** Themes as books of these rules and those before have them: they were redrawn for the next ones. */
export interface FormerThemes {
  readonly lastRules: number;
  readonly themes: readonly Theme[];
}

/** Every template that is offered, each for one book spec, and what books that were begun before have of it. */
export interface TemplateCatalogue {
  readonly all: readonly Template[];
  readonly byUid: ReadonlyMap<string, Template>;
  /** As a book of these rules is laid out and painted with it; undefined where there is none. */
  readonly inBook: (templateUid: string, rules: BookRules) => Template | undefined;
}

/**
 * Expands themes for every book spec. `former`: themes as they were until they were redrawn, in any order; a template of theirs is what
 * books begun before have under its uid. Throws where a theme contradicts itself.
 */
export function templateCatalogue(
  { themes, former }: { readonly themes: readonly Theme[]; readonly former: readonly FormerThemes[] },
  specs: readonly TemplateSpec[],
  profiles: readonly TemplateProfile[],
): TemplateCatalogue {
  const expanded = (own: readonly Theme[]) =>
    own.flatMap((theme) => specs.flatMap((spec) => expandTheme(theme, spec, profiles)));
  const all = expanded(themes);
  const byUid = mapped(all);
  const generations = former
    .map((before) => ({ lastRules: before.lastRules, byUid: mapped(expanded(before.themes)) }))
    .sort((a, b) => a.lastRules - b.lastRules);
  return {
    all,
    byUid,
    inBook: (templateUid, rules) =>
      generations
        .find((before) => rules <= before.lastRules && before.byUid.has(templateUid))
        ?.byUid.get(templateUid) ?? byUid.get(templateUid),
  };
}

const mapped = (templates: readonly Template[]): ReadonlyMap<string, Template> =>
  new Map(templates.map((template) => [template.templateUid, template]));
