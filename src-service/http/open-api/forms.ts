import { LIMITS } from '../../../src-core/contract/limits.ts';
import type { Form } from './operation.ts';

/** Bytes of a file. What is inside counts, whatever the part says about its type. */
const file = (description: string) => ({ type: 'string', format: 'binary', description }) as const;

export const PDF_FORM: Form = {
  name: 'PdfForm',
  schema: {
    type: 'object',
    description: 'A PDF as the only file of a form',
    required: ['file'],
    properties: { file: file('The PDF, at most 500 MB') },
  },
};

export const PICTURE_FORM: Form = {
  name: 'PictureForm',
  schema: {
    type: 'object',
    description: 'A picture as the only file of a form',
    required: ['file'],
    properties: { file: file('JPEG, PNG, GIF, WebP, BMP, HEIC or HEIF, at most 50 MB') },
  },
};

/** One part for each picture, named after the variable that takes it; several of one name for an array. */
export const ENTRY_FORM: Form = {
  name: 'EntryForm',
  schema: {
    type: 'object',
    description:
      "An entry with its pictures: each file in a part that has the name of the template's variable, several under one name for an array",
    required: ['templateUid'],
    properties: {
      templateUid: { type: 'string', description: 'A template for the book spec of the book' },
      parameters: {
        description: "Values by the name of the template's variable, as one part of JSON",
        type: ['object', 'null'],
        additionalProperties: true,
        examples: [
          { title: 'Summer', photos: ['$upload', 'photo260107065637669.JPG', 'https://example.com/beach.jpg'] },
        ],
      },
    },
    additionalProperties: {
      anyOf: [
        file('One picture, at most 50 MB'),
        {
          type: 'array',
          maxItems: LIMITS.entryPicturesMax,
          items: file('One of several pictures, at most 50 MB each'),
        },
        { type: 'string', description: 'A text, an address or the name of a photo' },
      ],
    },
  },
};
