import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entryForm, png, postContents, templateBook, templateOf, type Entry } from './composing.ts';
import { bytesOf, ExampleRecorder, type RecordedExamples } from './example-recorder.ts';
import { ADDRESS, finalize, finalizedBook, HC_CONTENTS_24, HC_COVER, order, RENDERED_WITHIN_MS } from './journeys.ts';
import { fileForm } from './pdf.ts';
import { photoForm } from './photographs.ts';
import { Receiver } from './receiver.ts';
import { bySpecification, startService, type Host, type Service } from './service.ts';

const RECORDED = resolve(import.meta.dirname, '../../src-service/http/open-api/recorded-examples.json');
const FAILURES = resolve(import.meta.dirname, '../../src-service/http/open-api/recorded-failures.json');

let service: Service;
let sandbox: Host;
let live: Host;
let receiver: Receiver;
beforeAll(async () => {
  service = await startService({ localAddresses: true });
  ({ sandbox, live } = service);
  receiver = await Receiver.start();
});
afterAll(async () => {
  await receiver.dispose();
  await service.dispose();
});

const recorder = new ExampleRecorder();
const keyed = { headers: { 'idempotency-key': crypto.randomUUID() } };
/** In pixels: enough for any place that a template gives it. */
const LARGE = [3_600, 2_400] as const;
const picture = (shade: number, name: string) => photoForm(png(shade, ...LARGE), name);

async function catalogue(): Promise<void> {
  const spec = '/book-specs/SQUAREBOOK_HC';
  await recorder.call('listBookSpecs', sandbox, ['GET', '/book-specs']);
  await recorder.call('getBookSpec', sandbox, ['GET', spec]);
  await recorder.call('calculateSize', sandbox, ['GET', `${spec}/calculated-size?pages=24`]);
  await recorder.call('listSpecProfiles', sandbox, ['GET', '/spec-profiles?bookSpecUid=SQUAREBOOK_HC']);
  const fitting = 'bookSpecUid=SQUAREBOOK_HC&templateKind=cover&sort=name_asc&limit=2';
  await recorder.call('listTemplates', sandbox, ['GET', `/templates?${fitting}`]);
  const template = `/templates/${await templateOf(sandbox, '표지_무광')}`;
  await recorder.call('getTemplate', sandbox, ['GET', template]);
  await recorder.call('getTemplateSchema', sandbox, ['GET', `${template}/schema`]);
  await recorder.call('listTemplateCategories', sandbox, ['GET', '/template-categories']);
  await recorder.call('getTemplateCategory', sandbox, ['GET', '/template-categories/album']);
}

/** A book of uploaded PDFs, from its draft to what is ordered. */
async function pdfBook(): Promise<string> {
  const json = {
    title: '여름 여행',
    bookSpecUid: 'SQUAREBOOK_HC',
    creationType: 'PDF_UPLOAD',
    pageCount: 24,
    externalRef: 'order-2026-0142',
  };
  const created = await recorder.call('createBook', sandbox, ['POST', '/books', { json, ...keyed }], { status: 201 });
  const { bookUid } = created.body.data;
  const at = `/books/${bookUid}`;
  for (const [kind, operation, bytes] of [
    ['cover', 'CoverPdf', HC_COVER],
    ['contents', 'ContentsPdf', HC_CONTENTS_24],
  ] as const) {
    const shown = { file: bytesOf(`${kind}.pdf`) };
    const form = () => fileForm(bytes, `${kind}.pdf`);
    await recorder.call(`upload${operation}`, sandbox, ['POST', `${at}/pdf-${kind}`, { form: form() }], {
      status: 201,
      shown,
    });
    await recorder.call(`replace${operation}`, sandbox, ['PUT', `${at}/pdf-${kind}`, { form: form() }], { shown });
    await recorder.call(`download${operation}`, sandbox, ['GET', `${at}/pdf-${kind}`, { raw: true }]);
  }
  const empty = { headers: { 'content-length': '0' } };
  await recorder.call('finalizeBook', sandbox, ['POST', `${at}/finalization`, empty], { status: 201 });
  await recorder.call('finalizeBook', sandbox, ['POST', `${at}/finalization`, empty]);
  await recorder.call('getBook', sandbox, ['GET', at]);
  await recorder.call('listBooks', sandbox, ['GET', '/books?limit=20']);
  await recorder.call('getPdfResult', sandbox, ['POST', `${at}/pdf-result`]);
  return bookUid;
}

async function orders(bookUid: string): Promise<void> {
  const other = await finalizedBook(sandbox, { title: '가을 산책' });
  const items = [
    { bookUid, quantity: 1 },
    { bookUid: other, quantity: 2 },
  ];
  await recorder.call('estimateOrder', sandbox, ['POST', '/orders/estimate', { json: { items } }]);
  const json = { items, shipping: ADDRESS, externalRef: 'order-2026-0142' };
  const placed = await recorder.call('createOrder', sandbox, ['POST', '/orders', { json, ...keyed }], { status: 201 });
  const { orderUid, items: lines } = placed.body.data;
  const at = `/orders/${orderUid}`;
  await recorder.call('getOrder', sandbox, ['GET', at]);
  await recorder.call('listOrders', sandbox, ['GET', '/orders']);
  const moved = { address2: '5층', shippingMemo: '경비실에 맡겨 주세요' };
  await recorder.call('updateShipping', sandbox, ['PATCH', `${at}/shipping`, { json: moved }]);
  const ofOne = { json: { cancelReason: '한 권만 취소' } };
  await recorder.call('cancelOrderItem', sandbox, ['POST', `${at}/items/${lines[1].itemUid}/cancel`, ofOne]);
  await recorder.call('cancelOrder', sandbox, ['POST', `${at}/cancel`, { json: { cancelReason: '고객 변심' } }]);
  const second = (await order(sandbox, [{ bookUid, quantity: 1 }])).body.data.orderUid;
  const cancelled = { json: { orderStatus: 'CANCELLED_REFUND', cancelReason: '고객 변심' } };
  await recorder.call('updateOrderStatus', sandbox, ['PATCH', `/orders/${second}/status`, cancelled]);
}

async function credit(): Promise<void> {
  await recorder.call('listCreditTransactions', sandbox, ['GET', '/credits/transactions?limit=4']);
  await recorder.call('getCredits', sandbox, ['GET', '/credits']);
  await recorder.call('getCreditBalance', sandbox, ['GET', '/credits/balance']);
  const amount = { json: { amount: 100_000, memo: '10월 시험' } };
  await recorder.call('chargeSandboxCredit', sandbox, ['POST', '/credits/sandbox/charge', amount]);
  await recorder.call('deductSandboxCredit', sandbox, ['POST', '/credits/sandbox/deduct', amount]);
  const wanted = { json: { amount: 50_000 } };
  const opened = await recorder.call('openPayment', live, ['POST', '/payments/simulated/orders', wanted], {
    status: 201,
  });
  const { orderId, amount: owed } = opened.body.data;
  const paid = await service.printHouse('POST', `/payments/${orderId}/approve`, {});
  const json = { paymentKey: paid.body.data.paymentKey, orderId, amount: owed };
  await recorder.call('confirmPayment', live, ['POST', '/payments/simulated/confirm', { json }]);
}

/** A book from templates, from its photos to its end. */
async function composedBook(): Promise<void> {
  const draft = { title: '우리 가족', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'TEMPLATE' };
  const { bookUid } = (await sandbox.post('/books', draft)).body.data;
  const at = `/books/${bookUid}`;
  const form = picture(90, 'beach.png');
  const uploaded = await recorder.call('uploadPhoto', sandbox, ['POST', `${at}/photos`, { form }], {
    status: 201,
    shown: { file: bytesOf('beach.png') },
  });
  const { fileName } = uploaded.body.data;
  await recorder.call('listPhotos', sandbox, ['GET', `${at}/photos`]);
  await recorder.call('downloadPhoto', sandbox, ['GET', `${at}/photos/${fileName}`, { raw: true }]);
  const put = async (operationId: string, path: string, status: number, entry: Entry) => {
    const files = Object.fromEntries((entry.files ?? []).map(([name]) => [name, bytesOf('picture.png')]));
    const shown = { templateUid: entry.templateUid, parameters: entry.parameters, ...files };
    await recorder.call(operationId, sandbox, ['POST', at + path, { form: entryForm(entry) }], { status, shown });
  };
  await put('createCover', '/cover', 201, {
    templateUid: await templateOf(sandbox, '표지'),
    parameters: { title: '우리 가족', subtitle: '2026', spineTitle: '우리 가족', coverPhoto: fileName },
  });
  await recorder.call('getCover', sandbox, ['GET', `${at}/cover`]);
  await put('addContents', '/contents', 201, {
    templateUid: await templateOf(sandbox, '내지_photo'),
    parameters: { caption: '7월, 바다' },
    files: [['photo', png(60, ...LARGE)]],
  });
  const text = {
    templateUid: await templateOf(sandbox, '내지_글'),
    parameters: { title: '8월', bodyText: '산에 갔다.' },
  };
  await postContents(sandbox, bookUid, text);
  await put('addContents', '/contents', 200, text);
  await recorder.call('deleteContents', sandbox, ['DELETE', `${at}/contents`]);
  await recorder.call('deleteCover', sandbox, ['DELETE', `${at}/cover`]);
  await recorder.call('deletePhoto', sandbox, ['DELETE', `${at}/photos/${fileName}`], { status: 204 });
  await recorder.call('deleteBook', sandbox, ['DELETE', at]);
}

async function failedRendering(): Promise<void> {
  const bookUid = await templateBook(sandbox, 16, 'SQUAREBOOK_LAYFLAT_HC');
  await service.printHouse('POST', '/renderings/fail-next', { times: 1 });
  await finalize(sandbox, bookUid);
  await expect
    .poll(async () => (await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus, {
      timeout: RENDERED_WITHIN_MS,
    })
    .toBe(9);
  await recorder.call('updatePdfStatus', sandbox, [
    'PATCH',
    `/books/${bookUid}/pdf-status`,
    { json: { pdfStatus: 1 } },
  ]);
}

async function webhook(): Promise<void> {
  const json = { webhookUrl: receiver.url, events: ['order.created', 'shipping.departed'], description: '주문 알림' };
  await recorder.call('saveWebhookConfig', sandbox, ['PUT', '/webhooks/config', { json }]);
  await recorder.call('getWebhookConfig', sandbox, ['GET', '/webhooks/config']);
  const test = { json: { eventType: 'order.created' } };
  await recorder.call('sendTestEvent', sandbox, ['POST', '/webhooks/test', test]);
  await recorder.call('listWebhookDeliveries', sandbox, ['GET', '/webhooks/deliveries']);
  await recorder.call('deleteWebhookConfig', sandbox, ['DELETE', '/webhooks/config']);
}

async function notifications(): Promise<void> {
  await recorder.call('getNotificationConfig', sandbox, ['GET', '/notifications/config']);
  const channels = { json: { channels: ['SMS', 'EMAIL'] } };
  await recorder.call('updateNotificationConfig', sandbox, ['PATCH', '/notifications/config', channels]);
  const json = { channel: 'SMS', recipient: '010-1234-5678', content: '사진책이 발송되었습니다' };
  await recorder.call('sendNotification', sandbox, ['POST', '/notifications/send', { json }], { status: 201 });
  await recorder.call('listNotifications', sandbox, ['GET', '/notifications']);
}

async function keys(): Promise<void> {
  const json = { note: '2번 서버', env: 'sandbox', allowIps: ['203.0.113.7'] };
  const { keyPrefix } = (await recorder.call('createKey', sandbox, ['POST', '/keys', { json }], { status: 201 })).body
    .data;
  const changes = { json: { note: '2번 서버 (예비)', allowIps: [] } };
  await recorder.call('updateKey', sandbox, ['PATCH', `/keys/${keyPrefix}`, changes]);
  await recorder.call('revokeKey', sandbox, ['DELETE', `/keys/${keyPrefix}`]);
  await recorder.call('listKeys', sandbox, ['GET', '/keys']);
}

async function account(): Promise<void> {
  const { accountUid } = (await recorder.call('getAccount', sandbox, ['GET', '/accounts/me'])).body.data;
  const person = { json: { organizationName: '하나 스튜디오', email: 'hana@partner.example' } };
  await recorder.call('updateAccount', sandbox, ['PATCH', '/accounts/me', person]);
  const begun = { json: { settings: { theme: 'dark', copies: 2 } } };
  await recorder.call('createAccountConfig', sandbox, ['POST', '/account-configs', begun], { status: 201 });
  await recorder.call('getAccountConfig', sandbox, ['GET', '/account-configs/me']);
  const changed = { json: { settings: { copies: 3, theme: null } } };
  await recorder.call('updateAccountConfig', sandbox, ['PATCH', `/account-configs/${accountUid}`, changed]);
  const added = await recorder.call(
    'addAccountImage',
    sandbox,
    ['POST', '/accounts/images', { form: picture(40, 'logo.png') }],
    { status: 201, shown: { file: bytesOf('logo.png') } },
  );
  const { imageUid } = added.body.data;
  await recorder.call('listAccountImages', sandbox, ['GET', '/accounts/images']);
  await recorder.call('downloadAccountImage', sandbox, ['GET', `/accounts/images/${imageUid}`, { raw: true }]);
  const renamed = { json: { imageUid, name: '로고' } };
  await recorder.call('renameAccountImage', sandbox, ['PATCH', '/accounts/images', renamed]);
  await recorder.call('deleteAccountImage', sandbox, ['DELETE', `/accounts/images?imageUid=${imageUid}`]);
  await recorder.call('closeAccount', sandbox, ['DELETE', '/accounts/me']);
}

/** What a partner meets who sends something that cannot be. `bookUid` is finalized. */
async function failures(bookUid: string): Promise<void> {
  const book = { title: '봄 소풍', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD' };
  const { title: _, ...untitled } = book;
  await recorder.failure('ERR_VALIDATION_FAILED', sandbox, [
    'POST',
    '/books',
    { json: { ...untitled, pageCount: 24 } },
  ]);
  for (const [code, pageCount] of [
    ['ERR_PAGECOUNT_INVALID', 25],
    ['ERR_INSUFFICIENT_PAGES', 10],
  ] as const)
    await recorder.failure(code, sandbox, ['POST', '/books', { json: { ...book, pageCount } }]);
  const draft = `/books/${(await sandbox.post('/books', { ...book, pageCount: 24 })).body.data.bookUid}`;
  const empty = { headers: { 'content-length': '0' } };
  await recorder.failure('ERR_FINALIZE_PREREQ_UNMET', sandbox, ['POST', `${draft}/finalization`, empty]);
  await recorder.failure('ERR_PDF_NOT_UPLOADED', sandbox, ['GET', `${draft}/pdf-cover`]);
  const cover = { templateUid: await templateOf(sandbox, '표지'), parameters: { title: '봄 소풍' } };
  await recorder.failure('ERR_CREATION_TYPE_UNSUPPORTED', sandbox, [
    'POST',
    `${draft}/cover`,
    { form: entryForm(cover) },
  ]);
  const composed = (await sandbox.post('/books', { ...book, creationType: 'TEMPLATE' })).body.data.bookUid;
  await recorder.failure('ERR_PDF_NOT_GENERATED', sandbox, ['GET', `/books/${composed}/pdf-contents`]);
  const form = () => fileForm(HC_COVER, 'cover.pdf');
  await sandbox.post(`${draft}/pdf-cover`, undefined, { form: form() });
  await recorder.failure('ERR_CONFLICT', sandbox, ['POST', `${draft}/pdf-cover`, { form: form() }]);
  const asXml = { json: book, headers: { 'content-type': 'application/xml' }, isBeyondDocument: true };
  await recorder.failure('ERR_MALFORMED_REQUEST', sandbox, ['POST', '/books', asXml]);
  await recorder.failure('ERR_NOT_FOUND', sandbox, ['GET', '/books/bk_000000000000']);
  const items = [{ bookUid, quantity: 1 }];
  const first = { headers: { 'idempotency-key': 'order-2026-0143' } };
  const placed = await sandbox.post('/orders', { items, shipping: ADDRESS }, first);
  const other = { json: { items: [{ bookUid, quantity: 2 }], shipping: ADDRESS }, ...first };
  await recorder.failure('ERR_IDEMPOTENCY_KEY_MISMATCH', sandbox, ['POST', '/orders', other]);
  const at = `/orders/${placed.body.data.orderUid}`;
  const back = { json: { orderStatus: 'PAID' } };
  await recorder.failure('ERR_ORDER_TRANSITION_INVALID', sandbox, ['PATCH', `${at}/status`, back]);
  const { balance } = (await sandbox.get('/credits')).body.data;
  await sandbox.post('/credits/sandbox/deduct', { amount: balance - 99_000 });
  const dear = { json: { items: [{ bookUid, quantity: 10 }], shipping: ADDRESS } };
  await recorder.failure('ERR_INSUFFICIENT_CREDIT', sandbox, ['POST', '/orders', dear]);
  await recorder.failure('ERR_UNAUTHORIZED', sandbox, ['GET', '/credits', { key: `${sandbox.key.slice(0, -1)}_` }]);
  await recorder.failure('ERR_ENV_MISMATCH', live, ['GET', '/credits', { key: sandbox.key }]);
  await recorder.failure('ERR_FORBIDDEN', sandbox, [
    'GET',
    `/books/${bookUid}`,
    { key: service.keys.personal.sandbox },
  ]);
  const payment = { json: { paymentKey: 'sim_0', orderId: 'po_0', amount: 1 } };
  await recorder.failure('ERR_SANDBOX_UNSUPPORTED', sandbox, ['POST', '/payments/simulated/confirm', payment]);
}

/** Moments, places in the ledger and what compression makes of a picture are of one run. */
const ofAnyRun = (examples: unknown): unknown =>
  JSON.parse(
    JSON.stringify(examples)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a moment')
      .replace(/"hash":"[^"]*"/g, '"hash":"of the content"')
      .replace(/"transactionId":\d+/g, '"transactionId":0')
      .replace(/"size":\d+/g, '"size":0'),
  ) as unknown;

// The other contract has other sums; the document shows those of the specification.
it.runIf(bySpecification)(
  'every example of the OpenAPI document is what the service was sent and what it answered',
  async () => {
    await catalogue();
    const bookUid = await pdfBook();
    await orders(bookUid);
    await credit();
    await composedBook();
    await failedRendering();
    await webhook();
    await notifications();
    await keys();
    await failures(bookUid);
    await account();
    if (process.env['UPDATE_REFERENCE'] === '1')
      await writeFile(RECORDED, `${JSON.stringify(recorder.examples, null, 1)}\n`);
    if (process.env['UPDATE_REFERENCE'] === '1')
      await writeFile(FAILURES, `${JSON.stringify(recorder.failures, null, 1)}\n`);
    expect(ofAnyRun(recorder.failures)).toEqual(ofAnyRun(JSON.parse(await readFile(FAILURES, 'utf8'))));
    expect(
      ofAnyRun(recorder.examples),
      'record them anew with UPDATE_REFERENCE=1, and build again, when the change is meant',
    ).toEqual(ofAnyRun(JSON.parse(await readFile(RECORDED, 'utf8')) as RecordedExamples));
  },
  RENDERED_WITHIN_MS + 60_000,
);
