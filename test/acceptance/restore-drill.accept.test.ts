import { createHash, randomUUID } from 'node:crypto';
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { balanceOf, finalizedBook, HC_COVER, ledgerSum, newBook, ONE_BOOK, order, upload } from './journeys.ts';
import { pdf } from './pdf.ts';
import { startPostgres } from './postgres.ts';
import { until } from './receiver.ts';
import { startReplicas, type ReplicatedService } from './replicas.ts';
import { BUCKET, startS3, type S3Store } from './s3.ts';
import type { Host } from './service.ts';

const run = promisify(execFile);
const OPENING = 50_000_000;

let folder: string;
let service: ReplicatedService;
let restored: ReplicatedService | undefined;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'drill-'));
  service = await startReplicas({ credit: OPENING }, 2);
});
afterAll(async () => {
  await service?.dispose();
  await restored?.dispose();
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

/**
 * A copy of a PostgreSQL that works on meanwhile, by its own functions, as `pg_basebackup` makes it (PostgreSQL 18, "Making a Base Backup
 * Using the Low Level API"): the registry ships that program to nobody.
 */
async function copyDatabase({ url, data }: ReplicatedService['postgres'], to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('drill', true)");
    // A file that goes while the folder is copied is no loss: what it held is in the log.
    await run('cp', ['-a', `${data}/.`, to]).catch(() => undefined);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await run('cp', ['-a', `${data}/pg_wal/.`, join(to, 'pg_wal')]).catch(() => undefined);
    const label = join(to, 'backup_label');
    await writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 });
    const { uid, gid } = await stat(data);
    await chown(label, uid, gid);
    await rm(join(to, 'postmaster.pid'), { force: true });
  } finally {
    await client.end();
  }
}

const clientOf = ({ port }: S3Store): S3Client =>
  new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });

async function copyBucket(from: S3Store, to: S3Store): Promise<number> {
  const [source, target] = [clientOf(from), clientOf(to)];
  let copied = 0;
  let after: string | undefined;
  do {
    const page = await source.send(new ListObjectsV2Command({ Bucket: BUCKET, ContinuationToken: after }));
    for (const { Key } of page.Contents ?? []) {
      const { Body } = await source.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
      const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
      await target.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: bytes }));
      copied += 1;
    }
    after = page.NextContinuationToken;
  } while (after !== undefined);
  return copied;
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** What partners were told of, until the backup began and after it. */
interface Told {
  readonly orders: Map<string, string>;
  readonly covers: Map<string, string>;
}
const nothingYet = (): Told => ({ orders: new Map(), covers: new Map() });

async function work(host: Host, bookUid: string, told: Told): Promise<void> {
  const key = randomUUID();
  const answer = await order(host, [{ bookUid, quantity: 1 }], key);
  if (answer.status === 201) told.orders.set(key, answer.body.data.orderUid);
  const draft = await newBook(host);
  const cover = Buffer.concat([pdf(1, 544, 288), Buffer.from(`% ${key}\n`)]);
  if ((await upload(host, draft, 'cover', cover)).status === 201) told.covers.set(draft, hashOf(cover));
}

async function coverHash(host: Host, bookUid: string): Promise<string> {
  const answer = await fetch(`${host.url}/books/${bookUid}/pdf-cover`, {
    headers: { authorization: `Bearer ${host.key}` },
  });
  return answer.ok ? hashOf(new Uint8Array(await answer.arrayBuffer())) : `${answer.status} ${await answer.text()}`;
}

it('a database that was copied under load and then its bucket come back on other machines with everything that was acknowledged before', {
  timeout: 300_000,
}, async () => {
  const bookUid = await finalizedBook(service.sandbox);
  const before = nothingYet();
  for (let times = 0; times < 12; times += 1) await work(service.sandbox, bookUid, before);

  const meanwhile = nothingYet();
  let goesOn = true;
  const load = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (goesOn) await work(service.sandbox, bookUid, meanwhile);
    }),
  );
  const copy = join(folder, 'database');
  await run('mkdir', ['-m', '700', copy]);
  const other = await startS3();
  ends.push(() => other.stop());
  let objects = 0;
  try {
    await until(async () => meanwhile.covers.size > 0, 'work to go on', 60_000);
    await copyDatabase(service.postgres, copy);
    objects = await copyBucket(service.s3, other);
  } finally {
    goesOn = false;
    await load;
  }
  // Those of the finalized book are two.
  expect(objects, 'it worked on meanwhile').toBeGreaterThan(before.covers.size + 2);

  // The house burns down.
  const { keys } = service;
  await service.kill();
  await service.dispose();

  const postgresFolder = await mkdtemp(join(folder, 'pg-'));
  await run('chmod', ['755', folder, postgresFolder]);
  const postgres = await startPostgres(postgresFolder, copy);
  ends.push(() => postgres.stop());
  restored = await startReplicas({ keys, credit: OPENING }, 2, { postgres, s3: other });
  const { sandbox } = restored;
  for (const { sandboxUrl } of restored.replicas)
    expect((await fetch(sandboxUrl.replace(/\/v1$/, '/health/ready'))).status).toBe(200);

  for (const orderUid of before.orders.values()) expect((await sandbox.get(`/orders/${orderUid}`)).status).toBe(200);
  for (const [draft, hash] of before.covers) expect(await coverHash(sandbox, draft)).toBe(hash);
  // Of what came while it was copied the copy has some, and that whole.
  let kept = 0;
  for (const [draft, hash] of meanwhile.covers) {
    const found = await coverHash(sandbox, draft);
    if (found.startsWith('404')) continue;
    expect(found).toBe(hash);
    kept += 1;
  }
  const ordersKept: string[] = [];
  for (const orderUid of meanwhile.orders.values())
    if ((await sandbox.get(`/orders/${orderUid}`)).status === 200) ordersKept.push(orderUid);
  console.log(
    `restored: ${before.orders.size} of ${before.orders.size} orders of before, ${ordersKept.length} of ${meanwhile.orders.size} and ${kept} of ${meanwhile.covers.size} PDFs of meanwhile, ${objects} objects`,
  );

  // A partner who asks again with the key of then pays once, whether the copy has the order or not.
  const paid = before.orders.size + ordersKept.length;
  expect(await balanceOf(sandbox)).toBe(OPENING - paid * ONE_BOOK);
  expect(await ledgerSum(sandbox)).toBe(OPENING - paid * ONE_BOOK);
  for (const [key, orderUid] of [...before.orders].slice(0, 5)) {
    const again = await order(sandbox, [{ bookUid, quantity: 1 }], key);
    expect([again.status, again.body.data?.orderUid]).toEqual([201, orderUid]);
  }
  const lost = [...meanwhile.orders].filter(([, orderUid]) => !ordersKept.includes(orderUid));
  for (const [key] of lost.slice(0, 5))
    for (const _ of [1, 2]) expect((await order(sandbox, [{ bookUid, quantity: 1 }], key)).status).toBe(201);
  expect(await balanceOf(sandbox)).toBe(OPENING - (paid + Math.min(5, lost.length)) * ONE_BOOK);

  // It is a service like any other.
  const anew = await newBook(sandbox);
  expect((await upload(sandbox, anew, 'cover', HC_COVER)).status).toBe(201);
  expect(await coverHash(sandbox, anew)).toBe(hashOf(HC_COVER));
});
