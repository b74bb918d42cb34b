import { describe, expect, it } from 'vitest';
import { TEMPLATE_SORTS, templateListQuerySchema, type Template } from '../contract/templates.ts';
import { matchingTemplates } from './list-templates.ts';

const template = (templateUid: string, more: Partial<Template>): Template => ({
  templateUid,
  accountUid: 'public',
  templateName: '내지',
  description: null,
  templateKind: 'content',
  category: null,
  theme: '공용',
  bookSpecUid: 'SQUAREBOOK_HC',
  bookSpecName: '',
  specProfileUid: null,
  isPublic: true,
  status: 'active',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  parameters: { definitions: {} },
  layout: { backgroundColor: '#FFFFFFFF', width: 1, height: 1, elements: [] },
  layoutRules: {
    space: 'page',
    margin: { pageMargin: { spine: 0, fore: 0, head: 0, tail: 0 }, mirrorEvenPages: true },
    shiftUpOnHide: false,
  },
  ...more,
});

const ALL = [
  template('c', { templateName: '내지_Photo', createdAt: '2026-03-01T00:00:00.000Z' }),
  template('a', { templateName: '내지_photo_wide', updatedAt: '2026-05-01T00:00:00.000Z', category: 'travel' }),
  template('b', { templateName: '표지', templateKind: 'cover', isPublic: false }),
  template('d', { templateName: '표지', templateKind: 'cover', specProfileUid: 'sp_1' }),
];
const found = (query: Record<string, unknown>) =>
  matchingTemplates(ALL, templateListQuerySchema(20).parse(query))
    .map(({ templateUid }) => templateUid)
    .join('');

describe('a list of templates', () => {
  it.each([
    [{}, 'cabd'],
    [{ sort: 'created_asc' }, 'abdc'],
    [{ sort: 'updated_desc' }, 'abcd'],
    [{ sort: 'updated_asc' }, 'bcda'],
    [{ sort: 'name_asc' }, 'cabd'],
    [{ sort: 'name_desc' }, 'bdac'],
    [{ templateName: 'PHOTO 내지' }, 'ca'],
    [{ templateName: 'wide photo' }, 'a'],
    [{ templateName: 'photo narrow' }, ''],
    [{ templateName: '   ' }, 'cabd'],
    [{ scope: 'private' }, 'b'],
    [{ scope: 'public', templateKind: 'cover' }, 'd'],
    [{ category: 'travel' }, 'a'],
    [{ specProfileUid: 'sp_1' }, 'd'],
    [{ bookSpecUid: 'PHOTOBOOK_A4_SC' }, ''],
  ])('for %j is %s', (query, expected) => {
    expect(found(query)).toBe(expected);
  });

  it('keeps one order of what is equal, whatever the order of the catalogue', () => {
    for (const sort of TEMPLATE_SORTS) {
      const query = templateListQuerySchema(20).parse({ sort });
      expect(matchingTemplates([...ALL].reverse(), query)).toEqual(matchingTemplates(ALL, query));
    }
  });
});
