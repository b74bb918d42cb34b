import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { readOrderArguments } from '../../src-cli/arguments.ts';
import { orderCommand } from '../../src-cli/order-command.ts';
import { EACH_ON_ITS_OWN } from '../fixtures/order-plan.ts';
import { importFolder, openBench, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const STEMS = ['할머니 팔순', 'Kim & Lee wedding'];
const answerSchema = z.object({
  orders: z.array(z.object({ price: z.object({ charge: z.number() }).nullable() })),
  held: z.array(z.unknown()),
  total: z.number().nullable(),
});

let bench: Bench;
beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
});
afterAll(() => bench.close());

it('the sum of a list that the command line shows is what the service asks for the order', async () => {
  const { hello } = bench.service;
  const folder = join(bench.dir, 'drop');
  await mkdir(folder);
  for (const stem of STEMS)
    for (const kind of ['cover', 'contents'])
      await copyFile(join(SAMPLES, `${stem}_${kind}.pdf`), join(folder, `${stem}_${kind}.pdf`));
  const list = join(bench.dir, 'list.csv');
  const to = '홍길동,010-1234-5678,06236,서울특별시 강남구 테헤란로 152';
  await writeFile(
    list,
    `key,quantity,recipientName,phone,zipCode,address1\n${STEMS.map((stem) => `${stem},1,${to}\n`).join('')}`,
  );
  const keyFile = join(bench.dir, 'key');
  await writeFile(keyFile, `${hello.keys?.business.sandbox ?? ''}\n`);
  const asked = ['--dry-run', list, folder, '--json', '--service', hello.sandboxUrl, '--key-file', keyFile];
  let written = '';
  const code = await orderCommand(readOrderArguments(asked, {}), resolve(import.meta.dirname, '../../resources'), {
    out: (text) => (written += text),
    problem: (text) => expect(text).toBe(''),
  });
  expect(code).toBe(0);
  const answer = answerSchema.parse(JSON.parse(written));
  expect(answer.held).toEqual([]);
  expect(answer.orders).toHaveLength(1);

  const desk = await bench.openDesk('desk');
  await desk.connectBuiltIn(hello);
  await importFolder(desk, folder);
  await until(
    async () => (await desk.handlers['library.changes']({ since: null })).rows,
    (rows) => rows.length === 2 && rows.every(({ stage }) => stage === 'ready'),
  );
  await uploadAll(desk);
  const review = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, together: true, bookIds: [] });
  if (!review.ok) throw new Error(review.problem.key);
  expect(review.review.orders).toHaveLength(1);
  expect(answer.total).toBe(review.review.orders[0]?.charge);
});
