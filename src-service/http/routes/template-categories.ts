import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { templateCategorySchema } from '../../../src-core/contract/templates.ts';
import { TEMPLATE_CATEGORIES } from '../../../src-core/templates/template-categories.ts';
import { readCategory } from '../../templates/templates.ts';
import { success, type Route } from '../app.ts';
import { failures } from './failures.ts';

export const getTemplateCategories: Route = (app) => {
  app.get(
    '/template-categories',
    { schema: { tags: ['templates'], summary: 'List template categories', response: { 200: successOf(z.array(templateCategorySchema)), ...failures } } },
    async () => success('성공', [...TEMPLATE_CATEGORIES]),
  );
};

export const getTemplateCategory: Route = (app) => {
  app.get(
    '/template-categories/:key',
    { schema: { tags: ['templates'], summary: 'Read one template category', params: z.object({ key: z.string() }), response: { 200: successOf(templateCategorySchema), ...failures } } },
    async (request) => success('성공', readCategory(request.params.key)),
  );
};
