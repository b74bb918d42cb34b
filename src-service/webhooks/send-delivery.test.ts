import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTRACTS, CONTRACT_NAMES } from '../../src-core/contract/profiles.ts';
import { sendDelivery, signatureOf } from './send-delivery.ts';

const delivery = {
  deliveryUid: 'wh_0123456789ab',
  eventType: 'order.created' as const,
  body: '{"event_uid":"evt_1","data":{"memo":"문 앞"}}',
};
const server = createServer();
let webhookUrl: string;

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterEach(async () => {
  server.removeAllListeners('request').closeAllConnections();
  await new Promise((done) => server.close(done));
});

it('signs timestamp, a dot and the body in UTF-8: a value worked out by another implementation', () => {
  // printf '1767225600.{"memo":"문 앞"}' | openssl dgst -sha256 -hmac whsk_test
  expect(signatureOf('whsk_test', 1_767_225_600, '{"memo":"문 앞"}')).toBe(
    'd7dc8124b9aee042980ca2231fa79bd3f6e9278b080818473aeb4b46d0910aaf',
  );
});

it('gives up after the time limit, whatever the receiver has sent by then', async () => {
  server.on('request', (_request, response) => void response.writeHead(200).write('half an answer'));
  const attempt = { delivery, config: { webhookUrl, secretKey: 'whsk_test' }, timestampSeconds: 1, timeoutMs: 100 };
  const outcome = await sendDelivery({ contract: CONTRACTS.specified, mayCallLocalAddresses: true }, attempt);
  expect(outcome).toEqual({ isDelivered: false, responseStatus: null, responseBody: null, failureReason: 'timeout' });
});

it('has the prefix of the contract before the signature, under every profile', async () => {
  const given: unknown[] = [];
  server.on('request', (request, response) => {
    given.push(request.headers['x-webhook-signature']);
    response.end();
  });
  const attempt = { delivery, config: { webhookUrl, secretKey: 'whsk_test' }, timestampSeconds: 1_767_225_600 };
  for (const name of CONTRACT_NAMES)
    await sendDelivery({ contract: CONTRACTS[name], mayCallLocalAddresses: true }, attempt);
  const hex = signatureOf('whsk_test', 1_767_225_600, delivery.body);
  expect(given).toEqual(CONTRACT_NAMES.map((name) => `${CONTRACTS[name].webhookSignaturePrefix}${hex}`));
});

it('calls neither this computer nor plain HTTP without the switch', async () => {
  let calls = 0;
  server.on('request', (_request, response) => ((calls += 1), response.end()));
  const strict = { contract: CONTRACTS.specified, mayCallLocalAddresses: false };
  const reasonFor = async (url: string) =>
    (await sendDelivery(strict, { delivery, config: { webhookUrl: url, secretKey: 'whsk_test' }, timestampSeconds: 1 }))
      .failureReason;
  expect(await reasonFor(webhookUrl)).toBe('unsupportedScheme');
  expect(await reasonFor(webhookUrl.replace('http:', 'https:'))).toBe('addressNotPublic');
  expect(await reasonFor(webhookUrl.replace('http:', 'https:').replace('127.0.0.1', 'localhost'))).toBe(
    'addressNotPublic',
  );
  expect(calls).toBe(0);
});
