import type { Template, TemplateListQuery, TemplateSort } from '../contract/templates.ts';

/** Which of the templates a list query means, in its order and before its page is cut out. */
export function matchingTemplates(all: readonly Template[], query: TemplateListQuery): Template[] {
  // What lies between two spaces is in every name.
  const words = (query.templateName ?? '').toLowerCase().split(' ');
  const sameOrAny = (wanted: string | undefined, value: string | null) => wanted === undefined || wanted === value;
  return all
    .filter(
      (template) =>
        (query.scope === 'all' || template.isPublic === (query.scope === 'public')) &&
        sameOrAny(query.bookSpecUid, template.bookSpecUid) &&
        sameOrAny(query.specProfileUid, template.specProfileUid) &&
        sameOrAny(query.templateKind, template.templateKind) &&
        sameOrAny(query.category, template.category) &&
        sameOrAny(query.theme, template.theme) &&
        words.every((word) => template.templateName.toLowerCase().includes(word)),
    )
    .sort(orderOf(query.sort));
}

/** What is equal by the sort keeps one order by uid, so that pages neither repeat nor miss a template. */
function orderOf(sort: TemplateSort): (a: Template, b: Template) => number {
  const direction = sort.endsWith('_desc') ? -1 : 1;
  const fields = { created: 'createdAt', updated: 'updatedAt', name: 'templateName' } as const;
  const field = fields[sort.split('_')[0] as keyof typeof fields];
  return (a, b) => direction * compare(a[field], b[field]) || compare(a.templateUid, b.templateUid);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
