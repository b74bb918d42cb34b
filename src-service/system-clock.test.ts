import { expect, it } from 'vitest';
import { systemIds } from './system-clock.ts';

it('ids have the length that is asked for, and none is another’s', () => {
  const ids = Array.from({ length: 5_000 }, (_, nth) => systemIds.hex(16 + (nth % 11)));
  for (const [nth, id] of ids.entries()) expect(id).toMatch(new RegExp(`^[0-9a-f]{${16 + (nth % 11)}}$`));
  expect(new Set(ids.map((id) => id.slice(0, 16))).size).toBe(5_000);
  expect(systemIds.hex(20_001)).toMatch(/^[0-9a-f]{20001}$/);
});
