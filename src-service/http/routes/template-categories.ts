import { z } from 'zod';
import { successOf } from '../../../src-core/contract/envelope.ts';
import { templateCategorySchema } from '../../../src-core/contract/templates.ts';
import { TEMPLATE_CATEGORIES } from '../../../src-core/templates/template-categories.ts';
import { readCategory } from '../../templates/templates.ts';
import { success, type Route } from '../app.ts';
import { TEMPLATES } from '../open-api/descriptions/templates.ts';

export const getTemplateCategories: Route = (app) => {
  app.get(
    '/template-categories',
    {
      schema: {
        operationId: 'listTemplateCategories',
        tags: ['templates'],
        summary: 'List template categories',
        description: TEMPLATES.listTemplateCategories,
        response: { 200: successOf(z.array(templateCategorySchema)) },
      },
    },
    async () => success('성공', [...TEMPLATE_CATEGORIES]),
  );
};

export const getTemplateCategory: Route = (app) => {
  app.get(
    '/template-categories/:key',
    {
      schema: {
        operationId: 'getTemplateCategory',
        tags: ['templates'],
        summary: 'Read one template category',
        description: TEMPLATES.getTemplateCategory,
        params: z.object({ key: z.string() }),
        response: { 200: successOf(templateCategorySchema) },
      },
    },
    async (request) => success('성공', readCategory(request.params.key)),
  );
};
