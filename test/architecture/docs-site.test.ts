import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isEverything } from '../fixtures/turns.ts';
import { ROOT, filesUnder } from './source-files.ts';

const SITE = join(ROOT, 'docs/site');

/** What a browser would ask this site for. */
const askedBy = (page: string): string[] =>
  [...readFileSync(page, 'utf8').matchAll(/\b(?:href|src)="([^"#?]+)[^"]*"/g)]
    .map(([, address = '']) => decodeURIComponent(address))
    .filter((address) => !/^[a-z][a-z+.-]*:/i.test(address));

const fileOf = (page: string, address: string): string => {
  const path = address.startsWith('/') ? join(SITE, address) : resolve(dirname(page), address);
  return address.endsWith('/') ? join(path, 'index.html') : path;
};

describe.runIf(isEverything)('the documents as a site', () => {
  it('is made, with every document, and no page of it leads nowhere', () => {
    rmSync(SITE, { recursive: true, force: true });
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/docs.mjs')], {
      encoding: 'utf8',
    });
    expect(status, stdout + stderr).toBe(0);
    const documents = filesUnder(['docs', 'resources/manual'], /\.md$/).map(({ path }) => path);
    const missing = documents
      .map((path) => path.replace(/README\.md$/, 'index.md').replace(/md$/, 'html'))
      .filter((path) => !existsSync(join(SITE, path)));
    expect(missing).toEqual([]);
    const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.html'))
      .map((name) => join(SITE, name));
    expect(pages.length).toBeGreaterThan(documents.length);
    const dead = pages.flatMap((page) =>
      askedBy(page)
        .filter((address) => !existsSync(fileOf(page, address)))
        .map((address) => `${page.slice(SITE.length)} → ${address}`),
    );
    expect(dead).toEqual([]);
  }, 300_000);
});
