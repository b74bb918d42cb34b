import { expect, it } from 'vitest';
import { createAccountConfigBodySchema, SETTINGS_MAX } from './accounts.ts';

const MANY = 24_000;
const settingsOf = (value: unknown) => ({
  settings: Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`k${at}`, value])),
});

it('tens of thousands of settings are too many, and as few are looked at as it takes to say so', () => {
  const valid = createAccountConfigBodySchema.safeParse(settingsOf('x'));
  expect(valid.error?.issues).toMatchObject([{ code: 'too_big', maximum: SETTINGS_MAX, path: ['settings'] }]);
  const invalid = createAccountConfigBodySchema.safeParse(settingsOf([]));
  expect(invalid.error?.issues).toHaveLength(SETTINGS_MAX + 1);
});
