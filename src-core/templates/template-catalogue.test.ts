import { expect, it } from 'vitest';
import { CURRENT_RULES } from '../composition/book-rules.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { shippedThemes } from '../../test/fixtures/layout/shipped-templates.ts';
import { templateCatalogue } from './template-catalogue.ts';
import { templateUidOf } from './template-uid.ts';
import type { Theme } from './theme.ts';

const [common, other] = shippedThemes.filter(({ key }) => ['common', 'wedding'].includes(key)) as [Theme, Theme];
/** A theme as it was drawn once, to be known by its name. */
const drawn = (theme: Theme, name: string): Theme => ({ ...theme, theme: name });

it('a book has a template as it was drawn last by the book’s rules, however often it was redrawn since', () => {
  const [spec] = shippedSpecs;
  if (spec === undefined) return expect.unreachable('a spec is shipped');
  const { inBook } = templateCatalogue(
    {
      themes: [drawn(common, 'now'), drawn(other, 'now')],
      former: [
        { lastRules: 7, themes: [drawn(common, 'until 7'), drawn(other, 'until 7')] },
        { lastRules: 4, themes: [drawn(common, 'until 4')] },
      ],
    },
    [spec],
    [],
  );
  const uids = [common, other].map((theme) =>
    templateUidOf(theme.key, theme.templates[0]?.key ?? '', spec.bookSpecUid),
  );
  const seen = ([1, 4, 5, 7, 8, CURRENT_RULES] as const).map((rules) => uids.map((uid) => inBook(uid, rules)?.theme));
  expect(seen).toEqual([
    ['until 4', 'until 7'],
    ['until 4', 'until 7'],
    ['until 7', 'until 7'],
    ['until 7', 'until 7'],
    ['now', 'now'],
    ['now', 'now'],
  ]);
});
