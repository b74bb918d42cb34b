import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '../../src-core/ipc/contract.ts';
import { USERS, ipcPage } from './ipc-page.ts';
import { ROOT, textOf } from './source-files.ts';

const PAGE = 'docs/reference/ipc.md';

it('the page of calls is what the contract is', () => {
  const page = ipcPage();
  if (process.env['UPDATE_REFERENCE'] === '1') writeFileSync(join(ROOT, PAGE), page);
  expect(textOf(PAGE)).toBe(page);
});

it('every channel is used', () => {
  expect(Object.keys(contract).filter((channel) => !USERS.has(channel))).toEqual([]);
});
