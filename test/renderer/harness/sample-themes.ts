import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { Template } from '../../../src-core/contract/templates.ts';
import { expandTheme } from '../../../src-core/templates/expand-theme.ts';
import { themeSchema } from '../../../src-core/templates/theme.ts';

const FILES = import.meta.glob<unknown>('../../../resources/templates/*.json', { import: 'default', eager: true });

/** The themes of the product, as the desk reads them. */
export const templatesFor = (spec: BookSpec): Template[] =>
  Object.values(FILES).flatMap((file) => expandTheme(themeSchema.parse(file), spec, []));
