import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

const hosts = () => [service.hello.sandboxUrl, service.hello.liveUrl].map((url) => url.replace(/\/v1$/, ''));

interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly summary?: string; readonly tags?: readonly string[] }>>>
  >;
}

describe('the documentation', () => {
  it('is a page at /docs of both hosts, without a key, made of nothing but what the host has', async () => {
    for (const host of hosts()) {
      const page = await fetch(`${host}/docs`);
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.headers.get('content-security-policy')).toBe(
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'self'; frame-ancestors 'none';",
      );
      const html = await page.text();
      expect(html).not.toMatch(/(src|href)="(https?:)?\/\//);
      const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
      expect(parts.length).toBeGreaterThan(3);
      for (const part of parts) expect((await fetch(new URL(part, `${host}/docs/`))).status, part).toBe(200);
    }
  });

  it('is not for pages of other hosts to read', async () => {
    const [host = ''] = hosts();
    expect((await fetch(`${host}/docs/json`, { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403);
  });

  it('says what every endpoint does, under headings that say what they are about', async () => {
    const [host = ''] = hosts();
    const document = (await (await fetch(`${host}/openapi.json`)).json()) as OpenApi;
    for (const rule of ['Environments', 'Creation types', 'Authentication', 'Idempotency', 'Limits'])
      expect(document.info.description).toContain(`## ${rule}`);
    const described = new Set(
      document.tags.filter(({ description }) => description.length > 20).map(({ name }) => name),
    );
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { summary = '', tags = [] }] of Object.entries(operations)) {
        expect(summary.length, `${method} ${path}`).toBeGreaterThan(5);
        expect(
          tags.map((tag) => described.has(tag)),
          `${method} ${path}`,
        ).toEqual([true]);
      }
    }
  });
});
