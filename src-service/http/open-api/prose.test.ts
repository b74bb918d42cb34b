import { expect, it } from 'vitest';
import { prose } from './prose.ts';

it('makes one line of each paragraph and of each item of a list', () => {
  expect(prose('\nfirst\nline\n\n\nsecond\n- one\n  item\n- another\n')).toBe(
    'first line\n\nsecond\n- one item\n- another',
  );
});

it('leaves headings and rows of tables their lines', () => {
  expect(prose('## Heading\ntext\nmore\n\n| a | b |\n|---|---|\n| c | d |\n\nafter')).toBe(
    '## Heading\ntext more\n\n| a | b |\n|---|---|\n| c | d |\n\nafter',
  );
});
