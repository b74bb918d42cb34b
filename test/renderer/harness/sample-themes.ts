import type { BookSpec } from '../../../src-core/contract/specs.ts';
import type { Template } from '../../../src-core/contract/templates.ts';
import { expandTheme } from '../../../src-core/templates/expand-theme.ts';
import { themeSchema } from '../../../src-core/templates/theme.ts';
import album from '../../../resources/templates/album.json' with { type: 'json' };
import baby from '../../../resources/templates/baby.json' with { type: 'json' };
import travel from '../../../resources/templates/travel.json' with { type: 'json' };
import wedding from '../../../resources/templates/wedding.json' with { type: 'json' };
import yearbook from '../../../resources/templates/yearbook.json' with { type: 'json' };

/** Some of the themes of the product, as the desk reads them. */
export const templatesFor = (spec: BookSpec): Template[] =>
  [album, baby, travel, wedding, yearbook].flatMap((file) => expandTheme(themeSchema.parse(file), spec, []));
