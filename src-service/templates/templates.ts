import type {
  Template,
  TemplateCategory,
  TemplateItem,
  TemplateListQuery,
  TemplateParametersSchema,
} from '../../src-core/contract/templates.ts';
import { matchingTemplates } from '../../src-core/templates/list-templates.ts';
import { parametersSchemaOf } from '../../src-core/templates/parameters-schema.ts';
import { TEMPLATE_CATEGORIES } from '../../src-core/templates/template-categories.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';

/** GET /templates: one page of the items that match, and how many there are. */
export function listTemplates(
  context: ServiceContext,
  query: TemplateListQuery,
  baseUrl: string,
): { items: TemplateItem[]; total: number } {
  const matching = matchingTemplates(context.templates.all, query);
  return {
    total: matching.length,
    items: matching.slice(query.offset, query.offset + query.limit).map((template) => itemOf(template, baseUrl)),
  };
}

/** The record without what only the single read gives. */
function itemOf(
  { parameters: _parameters, layout: _layout, layoutRules: _rules, baseLayer: _base, ...item }: Template,
  baseUrl: string,
): TemplateItem {
  return { ...item, thumbnails: thumbnailsOf(item.templateUid, baseUrl) };
}

/** Beside `/v1` on the host that was called (service-facts 9.1). */
const thumbnailsOf = (templateUid: string, baseUrl: string) => ({
  layout: new URL(`/templates_thumb/${templateUid}/layout.jpg`, baseUrl).href,
});

export function readTemplate(context: ServiceContext, templateUid: string, baseUrl: string): Template {
  return { ...findTemplate(context, templateUid), thumbnails: thumbnailsOf(templateUid, baseUrl) };
}

/** The JPEG that `thumbnails.layout` names. */
export async function layoutPicture(context: ServiceContext, templateUid: string): Promise<Buffer> {
  const template = findTemplate(context, templateUid);
  const spec = context.specs.get(template.bookSpecUid);
  if (!spec) throw new Error(`${templateUid} is of ${template.bookSpecUid}, which the catalogue does not have`);
  return Buffer.from(await context.layoutPictures.of({ template, spec }));
}

/** Throws 404 for a template that the catalogue does not have. */
export function findTemplate(context: ServiceContext, templateUid: string): Template {
  const template = context.templates.byUid.get(templateUid);
  if (!template) throw new ServiceError('ERR_NOT_FOUND', [`템플릿을 찾을 수 없습니다: ${templateUid}`]);
  return template;
}

export function readParametersSchema(
  context: ServiceContext,
  templateUid: string,
  baseUrl: string,
): TemplateParametersSchema {
  return parametersSchemaOf(findTemplate(context, templateUid), `${baseUrl}/templates/${templateUid}/schema`);
}

/** Throws 404 for a key that is none of the eight. */
export function readCategory(key: string): TemplateCategory {
  const category = TEMPLATE_CATEGORIES.find((one) => one.key === key);
  if (!category) throw new ServiceError('ERR_NOT_FOUND', [`템플릿 카테고리를 찾을 수 없습니다: ${key}`]);
  return category;
}
