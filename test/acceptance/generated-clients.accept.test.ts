import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import { generateApi } from 'swagger-typescript-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { png } from './composing.ts';
import { HC_CONTENTS_24, HC_COVER } from './journeys.ts';
import { startService, type Service } from './service.ts';

const root = resolve(import.meta.dirname, '../..');
const journeys = join(import.meta.dirname, 'generated-clients');
const GENERATING_MS = 600_000;

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService();
  folder = await mkdtemp(join(tmpdir(), 'generated-clients-'));
  const document = await (await fetch(service.hello.sandboxUrl.replace(/\/v1$/, '/openapi.json'))).text();
  await writeFile(join(folder, 'openapi.json'), document);
  // The types of Node, which a partner has installed too.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Generators of different houses: one writes a function an operation, the other a class a service. */
const GENERATORS: Readonly<Record<string, (input: string, output: string) => Promise<unknown>>> = {
  'hey-api': (input, output) =>
    createClient({
      input,
      output: { path: output, importFileExtension: '.js' },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
    }),
  'swagger-typescript-api': (input, output) =>
    generateApi({ input, output, fileName: 'api.ts', httpClientType: 'fetch', generateUnionEnums: true, silent: true }),
};

/** Generates a client, type-checks it with its journey under the strictest rules, and answers the folder of the compiled whole. */
async function compiledJourney(generator: string): Promise<string> {
  const at = join(folder, generator);
  await mkdir(join(at, 'files'), { recursive: true });
  await GENERATORS[generator]?.(join(folder, 'openapi.json'), join(at, 'client'));
  await cp(join(journeys, `${generator}.journey.ts`), join(at, 'journey.ts'));
  await cp(join(journeys, 'given.ts'), join(at, 'given.ts'));
  const files = {
    'cover.pdf': HC_COVER,
    'contents.pdf': HC_CONTENTS_24,
    ...Object.fromEntries([1, 2, 3, 4].map((shade) => [`picture-${shade}.png`, png(shade * 40)])),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(at, 'files', name), bytes);
  await writeFile(join(at, 'package.json'), JSON.stringify({ type: 'module' }));
  await writeFile(
    join(at, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        noUncheckedIndexedAccess: true,
        target: 'ES2023',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        types: ['node'],
        skipLibCheck: true,
      },
      include: ['journey.ts', 'given.ts', 'client'],
    }),
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript-7/bin/tsc'), '-p', at, '--pretty', 'false', '--singleThreaded'],
    { encoding: 'utf8' },
  );
  expect(status, stdout).toBe(0);
  return at;
}

/** Runs the journey in a process of its own, with nothing of ours loaded; answers what it says at its end. */
async function run(at: string): Promise<{ books: Record<string, string>; orders: string[] }> {
  const given = { baseUrl: service.sandbox.url, key: service.sandbox.key };
  const journey = spawn(process.execPath, [join(at, 'journey.js'), JSON.stringify(given)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  journey.stdout.on('data', (chunk) => (output += String(chunk)));
  journey.stderr.on('data', (chunk) => (errors += String(chunk)));
  const [code] = (await once(journey, 'close')) as [number | null];
  expect(code, errors).toBe(0);
  return JSON.parse(output);
}

describe('a client that is generated from the OpenAPI document', () => {
  it.each(Object.keys(GENERATORS))(
    'by %s type-checks and makes, orders and cancels books of all three creation types, uploads included',
    async (generator) => {
      const { books, orders } = await run(await compiledJourney(generator));
      expect(Object.keys(books)).toEqual(['PDF_UPLOAD', 'TEMPLATE', 'MIX_COVER_TEMPLATE']);
      for (const [creationType, bookUid] of Object.entries(books)) {
        expect((await service.sandbox.get(`/books/${bookUid}`)).body.data).toMatchObject({
          creationType,
          status: 2,
          pageMeta: { currentPageCount: 24 },
        });
      }
      expect(orders).toHaveLength(3);
      for (const orderUid of orders)
        expect((await service.sandbox.get(`/orders/${orderUid}`)).body.data).toMatchObject({
          orderStatus: 'CANCELLED_REFUND',
        });
    },
    GENERATING_MS,
  );
});
