import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogueSchema, specProfilesSchema } from '../specs/catalogue.ts';
import { templateSchema } from '../contract/templates.ts';
import { expandTheme } from './expand-theme.ts';
import { themeSchema } from './theme.ts';

const resources = resolve(import.meta.dirname, '../../resources');
const { specs } = catalogueSchema.parse(JSON.parse(readFileSync(join(resources, 'catalogue/book-specs.json'), 'utf8')));
const profiles = specProfilesSchema.parse(JSON.parse(readFileSync(join(resources, 'catalogue/spec-profiles.json'), 'utf8')));
const themes = readdirSync(join(resources, 'templates'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => themeSchema.parse(JSON.parse(readFileSync(join(resources, 'templates', name), 'utf8'))));
const all = themes.flatMap((theme) => specs.flatMap((spec) => expandTheme(theme, spec, profiles)));

describe('every template', () => {
  it('is a template record of the contract', () => {
    for (const template of all) expect(templateSchema.parse(template)).toEqual(template);
  });

  it('has an uid of its own: 12 characters of base62', () => {
    expect(new Set(all.map((template) => template.templateUid)).size).toBe(all.length);
    for (const { templateUid } of all) expect(templateUid).toMatch(/^[0-9A-Za-z]{12}$/);
  });
});
