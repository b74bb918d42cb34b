import { z } from 'zod';
import { pageOf, successOf } from '../../../src-core/contract/envelope.ts';
import {
  templateItemSchema,
  templateListQuerySchema,
  templateParametersSchemaSchema,
  templateSchema,
} from '../../../src-core/contract/templates.ts';
import { listTemplates, readParametersSchema, readTemplate } from '../../templates/templates.ts';
import { listOf, success, type Route } from '../app.ts';
import { TEMPLATES } from '../open-api/descriptions/templates.ts';

const params = z.object({ templateUid: z.string() });

export const getTemplates: Route = (app, { context, baseUrl }) => {
  app.get(
    '/templates',
    {
      schema: {
        operationId: 'listTemplates',
        tags: ['templates'],
        summary: 'List templates',
        description: TEMPLATES.listTemplates,
        querystring: templateListQuerySchema(context.contract.templateListDefaultLimit),
        response: { 200: pageOf(templateItemSchema) },
      },
    },
    async (request) => {
      const { items, total } = listTemplates(context, request.query, baseUrl());
      return listOf(items, total, request.query);
    },
  );
};

export const getTemplate: Route = (app, { context, baseUrl }) => {
  app.get(
    '/templates/:templateUid',
    {
      schema: {
        operationId: 'getTemplate',
        tags: ['templates'],
        summary: 'Read one template',
        description: TEMPLATES.getTemplate,
        params,
        response: { 200: successOf(templateSchema) },
      },
    },
    async (request) => success('성공', readTemplate(context, request.params.templateUid, baseUrl())),
  );
};

export const getTemplateSchema: Route = (app, { context, baseUrl }) => {
  app.get(
    '/templates/:templateUid/schema',
    {
      schema: {
        operationId: 'getTemplateSchema',
        tags: ['templates'],
        summary: "JSON Schema (draft-07) of a template's parameters",
        description: TEMPLATES.getTemplateSchema,
        params,
        response: { 200: successOf(templateParametersSchemaSchema) },
      },
    },
    async (request) => success('성공', readParametersSchema(context, request.params.templateUid, baseUrl())),
  );
};
