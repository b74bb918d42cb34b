import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeAppended } from './write-fixed.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'write-fixed-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

test('of a file that may only be read the copy may be written to, and the file stays as it is', async () => {
  const customers = join(home, 'Kim_cover.pdf');
  const copy = join(home, 'Kim_cover.fixed.pdf');
  writeFileSync(customers, 'from a disc', { mode: 0o444 });
  chmodSync(customers, 0o444);
  await writeAppended(customers, copy, Buffer.from(', repaired'));
  expect(readFileSync(copy, 'utf8')).toBe('from a disc, repaired');
  // Whoever runs this as root could write to it in any case.
  expect(statSync(copy).mode & 0o777).toBe(0o600);
  expect(statSync(customers).mode & 0o777).toBe(0o444);
});
