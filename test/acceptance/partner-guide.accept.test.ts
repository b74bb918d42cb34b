import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HC_CONTENTS_24, HC_COVER } from './journeys.ts';
import { Receiver, until, type ReceivedCall } from './receiver.ts';
import { startService, type Service } from './service.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');

/** The programs of the page, by language and what they are for. */
const page = await readFile(join(ROOT, 'docs/partners.md'), 'utf8');
const programs = new Map(
  [...page.matchAll(/^```(\w+) (\w+)\n(.*?)^```$/gms)].map(([, language, purpose, code]) => [
    `${language} ${purpose}`,
    code ?? '',
  ]),
);
const programOf = (name: string): string => {
  const code = programs.get(name);
  if (code === undefined) throw new Error(`docs/partners.md has no ${name}`);
  return code;
};

/** One that has what partners have: the first on the path may be another one than Debian's. */
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import requests']).status === 0,
);

let service: Service;
let receiver: Receiver;
let folder: string;
let secretKey: string;
beforeAll(async () => {
  service = await startService({ localAddresses: true });
  receiver = await Receiver.start();
  ({ secretKey } = (await service.sandbox.put('/webhooks/config', { webhookUrl: receiver.url })).body.data);
  folder = await mkdtemp(join(tmpdir(), 'partner-'));
  await writeFile(join(folder, 'cover.pdf'), HC_COVER);
  await writeFile(join(folder, 'contents.pdf'), HC_CONTENTS_24);
  const photo = { width: 3_200, height: 2_400, channels: 3, background: '#8fb3a1' } as const;
  await sharp({ create: photo }).jpeg().toFile(join(folder, 'photo.jpg'));
});
afterAll(async () => {
  await receiver.dispose();
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

/** Runs a program of the page as a partner would, in a folder with its files. Answers its last line. */
async function runProgram(name: string, command: string, words: readonly string[], extension: string): Promise<string> {
  const file = join(folder, `${name.replace(' ', '-')}.${extension}`);
  await writeFile(file, programOf(name));
  const { stdout } = await run(command, [...words, file], {
    cwd: folder,
    env: {
      ...process.env,
      BOOK_PRINT_URL: service.hello.sandboxUrl,
      BOOK_PRINT_KEY: service.keys.business.sandbox,
      LIVE_URL: service.hello.liveUrl,
      LIVE_KEY: service.keys.business.live,
      ACCOUNT: service.keys.business.accountUid,
      PRINT_HOUSE_URL: service.hello.printHouse.url,
      PRINT_HOUSE_TOKEN: service.hello.printHouse.token,
    },
  });
  return stdout.trim().split('\n').at(-1) ?? '';
}

const TSX = ['--import', pathToFileURL(join(ROOT, 'node_modules/tsx/dist/loader.mjs')).href];

describe('the page for partners', () => {
  it('has a program for each step in each language, and leads to pages that are there', async () => {
    expect([...programs.keys()].toSorted()).toEqual([
      'python quickstart',
      'python webhook',
      'sh bench',
      'sh quickstart',
      'sh templates',
      'ts quickstart',
      'ts webhook',
    ]);
    const links = [...page.matchAll(/\]\(([^)#]+)/g)].map(([, link]) => link ?? '');
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) await expect(readFile(join(ROOT, 'docs', link))).resolves.toBeDefined();
  });

  it.each([
    ['sh quickstart', 'sh', [], 'sh'],
    ['ts quickstart', process.execPath, TSX, 'mts'],
    ['python quickstart', python ?? 'python3', [], 'py'],
  ] as const)('%s ends with an order that is paid, and its webhook', async (name, command, words, extension) => {
    const orderUid = await runProgram(name, command, words, extension);
    const order = await service.sandbox.get(`/orders/${orderUid}`);
    expect([order.status, order.body.data?.orderStatus], orderUid).toEqual([200, 'PDF_READY']);
    await until(
      () => receiver.of('order.created').some(({ event }) => JSON.stringify(event.data).includes(orderUid)),
      `the webhook of ${orderUid}`,
    );
  });

  // Rendering gives way to whatever else this machine does.
  it('sh templates ends with a rendered book of photographs and texts', { timeout: 300_000 }, async () => {
    const bookUid = await runProgram('sh templates', 'sh', [], 'sh');
    expect((await service.sandbox.get('/books')).body.data[0]).toMatchObject({ bookUid, pdfStatus: 2 });
    const { stdout } = await run('pdfinfo', [join(folder, 'contents-of-templates.pdf')]);
    expect(stdout).toMatch(/Pages: +24/);
  });

  it('sh bench follows an order of Live to the door', async () => {
    await writeFile(join(folder, 'quickstart.sh'), programOf('sh quickstart'));
    expect(await runProgram('sh bench', 'sh', [], 'sh')).toBe('DELIVERED');
    await until(() => receiver.of('shipping.delivered').length > 0, 'the webhook of the delivery');
  });

  it('ts and python tell a call of the service from another one', async () => {
    expect((await service.sandbox.post('/webhooks/test', {})).status).toBe(200);
    const [{ headers, bytes }] = receiver.calls.slice(-1) as [ReceivedCall];
    const changed = Buffer.from(bytes.toString().replace('order', 'Order'));
    const old = { ...headers, 'x-webhook-timestamp': String(Number(headers['x-webhook-timestamp']) - 301) };
    const cases = [
      [headers, bytes],
      [headers, changed],
      [old, bytes],
      [{ ...headers, 'x-webhook-signature': undefined }, bytes],
    ] as const;
    const file = join(folder, 'webhook.mts');
    await writeFile(file, programOf('ts webhook'));
    const { isFromTheService } = (await import(pathToFileURL(file).href)) as {
      isFromTheService(secretKey: string, headers: object, body: Buffer): boolean;
    };
    expect(cases.map(([head, body]) => isFromTheService(secretKey, head, body))).toEqual([true, false, false, false]);

    await writeFile(join(folder, 'webhook.py'), programOf('python webhook'));
    const asked = cases.map(([head, body]) => [head, body.toString('base64')]);
    const script = `import base64, json, sys, webhook
print(json.dumps([webhook.is_from_the_service(sys.argv[1], {k: v for k, v in h.items()}, base64.b64decode(b)) for h, b in json.loads(sys.argv[2])]))`;
    const { stdout } = await run(python ?? 'python3', ['-c', script, secretKey, JSON.stringify(asked)], {
      cwd: folder,
    });
    expect(JSON.parse(stdout)).toEqual([true, false, false, false]);
  });
});
