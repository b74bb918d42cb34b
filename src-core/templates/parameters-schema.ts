import {
  isGallery,
  type ParameterDefinition,
  type Template,
  type TemplateParametersSchema,
} from '../contract/templates.ts';

const TYPES = { string: 'string', int: 'integer', double: 'number', boolean: 'boolean', array: 'array' } as const;

/**
 * The parameters of a template as a JSON Schema, draft-07 (service-facts 9.4): texts by their type, pictures as URI texts,
 * galleries as arrays of them. `id` is the address at which the schema is served.
 */
export function parametersSchemaOf(template: Template, id: string): TemplateParametersSchema {
  const definitions = Object.entries(template.parameters.definitions);
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id,
    title: template.templateName,
    description: template.description ?? '',
    type: 'object',
    properties: Object.fromEntries(definitions.map(([name, definition]) => [name, propertyOf(definition)])),
    required: definitions.filter(([, definition]) => definition.required).map(([name]) => name),
    'x-templateKind': template.templateKind,
  };
}

function propertyOf({
  binding,
  type,
  description,
  minItems,
  maxItems,
}: ParameterDefinition): TemplateParametersSchema['properties'][string] {
  if (isGallery(binding)) {
    return {
      type: 'array',
      description,
      items: { type: 'string', format: 'uri' },
      ...(minItems === undefined ? {} : { minItems }),
      ...(maxItems === undefined ? {} : { maxItems }),
      'x-binding': binding,
    };
  }
  return {
    type: TYPES[type],
    description,
    ...(binding === 'file' ? { format: 'uri' as const } : {}),
    'x-binding': binding,
  };
}
