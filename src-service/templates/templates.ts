import type { Template, TemplateCategory, TemplateItem, TemplateListQuery, TemplateParametersSchema } from '../../src-core/contract/templates.ts';
import { matchingTemplates } from '../../src-core/templates/list-templates.ts';
import { parametersSchemaOf } from '../../src-core/templates/parameters-schema.ts';
import { TEMPLATE_CATEGORIES } from '../../src-core/templates/template-categories.ts';
import type { ServiceContext } from '../context.ts';
import { ServiceError } from '../service-error.ts';

/** GET /templates: one page of the items that match, and how many there are. */
export function listTemplates(context: ServiceContext, query: TemplateListQuery): { items: TemplateItem[]; total: number } {
  const matching = matchingTemplates(context.templates.all, query);
  return { total: matching.length, items: matching.slice(query.offset, query.offset + query.limit).map(itemOf) };
}

/** The record without what only the single read gives. */
function itemOf({ parameters: _parameters, layout: _layout, layoutRules: _rules, baseLayer: _base, ...item }: Template): TemplateItem {
  return item;
}

/** Throws 404 for a template that the catalogue does not have. */
export function readTemplate(context: ServiceContext, templateUid: string): Template {
  const template = context.templates.byUid.get(templateUid);
  if (!template) throw new ServiceError('ERR_NOT_FOUND', [`템플릿을 찾을 수 없습니다: ${templateUid}`]);
  return template;
}

export function readParametersSchema(context: ServiceContext, templateUid: string, baseUrl: string): TemplateParametersSchema {
  return parametersSchemaOf(readTemplate(context, templateUid), `${baseUrl}/templates/${templateUid}/schema`);
}

/** Throws 404 for a key that is none of the eight. */
export function readCategory(key: string): TemplateCategory {
  const category = TEMPLATE_CATEGORIES.find((one) => one.key === key);
  if (!category) throw new ServiceError('ERR_NOT_FOUND', [`템플릿 카테고리를 찾을 수 없습니다: ${key}`]);
  return category;
}
