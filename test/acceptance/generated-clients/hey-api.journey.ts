import { client } from './client/client.gen.js';
import {
  addContents,
  calculateSize,
  cancelOrder,
  createBook,
  createCover,
  createOrder,
  deleteWebhookConfig,
  downloadContentsPdf,
  downloadCoverPdf,
  downloadPhoto,
  estimateOrder,
  finalizeBook,
  getBook,
  getCredits,
  getOrder,
  getWebhookConfig,
  listBooks,
  listOrders,
  listPhotos,
  listTemplates,
  listWebhookDeliveries,
  replaceCoverPdf,
  saveWebhookConfig,
  uploadContentsPdf,
  uploadCoverPdf,
  uploadPhoto,
  type CreationType,
  type Shipping,
} from './client/index.js';
import { contents24, coverHc, expectEqual, picture, until, type Given } from './given.js';

/** The three creation types with nothing but what the generator wrote: see generated-clients.accept.test.ts. */

const given = JSON.parse(process.argv[2] ?? '') as Given;
client.setConfig({ baseUrl: given.baseUrl, auth: given.key });

const throwOnError = true as const;
const once = () => ({ 'Idempotency-Key': crypto.randomUUID() });
const shipping: Shipping = {
  recipientName: '김하나',
  recipientPhone: '010-1234-5678',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
  memo: null,
};

async function draft(creationType: CreationType): Promise<string> {
  const pageCount = creationType === 'TEMPLATE' ? null : 24;
  const body = {
    title: `${creationType} by a generated client`,
    bookSpecUid: 'SQUAREBOOK_HC',
    creationType,
    pageCount,
    externalRef: null,
  };
  const headers = once();
  const first = await createBook({ body, headers, throwOnError });
  const again = await createBook({ body, headers, throwOnError });
  expectEqual(
    [again.data.data.bookUid, again.response.headers.get('x-idempotent-replayed')],
    [first.data.data.bookUid, 'true'],
  );
  return first.data.data.bookUid;
}

async function finalize(bookUid: string): Promise<void> {
  const { data, response } = await finalizeBook({
    path: { bookUid },
    headers: { ...once(), 'Content-Length': 0 },
    throwOnError,
  });
  expectEqual([response.status, data.data.pageMeta.currentPageCount], [201, 24]);
}

async function orderAndCancel(bookUid: string): Promise<string> {
  const items = [{ bookUid, quantity: 2 }];
  const estimate = await estimateOrder({ body: { items }, throwOnError });
  const before = await getCredits({ throwOnError });
  const placed = await createOrder({ body: { items, shipping, externalRef: null }, headers: once(), throwOnError });
  const { orderUid, paidCreditAmount, creditBalanceAfter } = placed.data.data;
  expectEqual(
    [paidCreditAmount, creditBalanceAfter],
    [estimate.data.data.paidCreditAmount, before.data.data.balance - paidCreditAmount],
  );
  const read = await getOrder({ path: { orderUid }, throwOnError });
  expectEqual(
    read.data.data.items.map((item) => [item.bookUid, item.quantity]),
    [[bookUid, 2]],
  );
  const listed = await listOrders({ query: { limit: 1 }, throwOnError });
  expectEqual([listed.data.data[0]?.orderUid, listed.data.pagination.limit], [orderUid, 1]);
  const cancelled = await cancelOrder({
    path: { orderUid },
    body: { cancelReason: '고객 변심' },
    headers: once(),
    throwOnError,
  });
  expectEqual(
    [cancelled.data.data.orderStatus, cancelled.data.data.refundAmount],
    ['CANCELLED_REFUND', paidCreditAmount],
  );
  return orderUid;
}

async function templateUid(templateName: string): Promise<string> {
  const { data } = await listTemplates({
    query: { theme: '공용', templateName, bookSpecUid: 'SQUAREBOOK_HC' },
    throwOnError,
  });
  const found = data.data.find((template) => template.templateName === templateName);
  if (found === undefined) throw new Error(`there is no template ${templateName}`);
  return found.templateUid;
}

async function pdfUpload(): Promise<string> {
  const bookUid = await draft('PDF_UPLOAD');
  const size = await calculateSize({ path: { bookSpecUid: 'SQUAREBOOK_HC' }, query: { pages: 24 }, throwOnError });
  const cover = await uploadCoverPdf({ path: { bookUid }, body: { file: coverHc() }, throwOnError });
  expectEqual(cover.data.data.pdfSizeMm, { width: size.data.data.coverWidthMm, height: size.data.data.coverHeightMm });
  const twice = await uploadCoverPdf({ path: { bookUid }, body: { file: coverHc() } });
  expectEqual(
    [
      twice.response?.status,
      twice.error?.success === false && 'errorCode' in twice.error ? twice.error.errorCode : null,
    ],
    [409, 'ERR_CONFLICT'],
  );
  expectEqual(
    (await replaceCoverPdf({ path: { bookUid }, body: { file: coverHc() }, throwOnError })).response.status,
    200,
  );
  expectEqual(
    (await uploadContentsPdf({ path: { bookUid }, body: { file: contents24() }, throwOnError })).data.data.kind,
    'contents',
  );
  await finalize(bookUid);
  const downloaded = await downloadCoverPdf({ path: { bookUid }, throwOnError });
  expectEqual(downloaded.data instanceof Blob && downloaded.data.size, coverHc().size);
  expectEqual((await getBook({ path: { bookUid }, throwOnError })).data.data.status, 2);
  return bookUid;
}

async function template(): Promise<string> {
  const bookUid = await draft('TEMPLATE');
  const cover = { templateUid: await templateUid('표지'), parameters: { title: '여름' }, coverPhoto: picture(1) };
  expectEqual(
    (await createCover({ path: { bookUid }, body: cover, headers: once(), throwOnError })).data.data.result,
    'inserted',
  );
  const photo = await uploadPhoto({ path: { bookUid }, body: { file: picture(2) }, throwOnError });
  const { fileName, isDuplicate } = photo.data.data;
  expectEqual(isDuplicate, false);
  expectEqual((await listPhotos({ path: { bookUid }, throwOnError })).data.pagination.total, 1);
  expectEqual((await downloadPhoto({ path: { bookUid, fileName }, throwOnError })).data instanceof Blob, true);
  // Attached files and one that was uploaded ahead, in the order that the placeholders give.
  const gallery = {
    templateUid: await templateUid('내지_gallery'),
    parameters: { photos: ['$upload', fileName, '$upload'] },
    photos: [picture(3), picture(4)],
  };
  const first = await addContents({
    path: { bookUid },
    query: { breakBefore: 'page' },
    body: gallery,
    headers: once(),
    throwOnError,
  });
  expectEqual([first.response.status, first.data.data.pageNum, first.data.data.pageSide], [201, 1, 'right']);
  const blank = { templateUid: await templateUid('빈내지') };
  let pages = first.data.data.pageMeta.currentPageCount;
  while (pages < 24)
    pages = (await addContents({ path: { bookUid }, body: blank, throwOnError })).data.data.pageMeta.currentPageCount;
  await finalize(bookUid);
  return bookUid;
}

async function mixed(): Promise<string> {
  const bookUid = await draft('MIX_COVER_TEMPLATE');
  await createCover({
    path: { bookUid },
    body: { templateUid: await templateUid('표지_제목'), parameters: { title: '여름', author: '김하나' } },
    throwOnError,
  });
  await uploadContentsPdf({ path: { bookUid }, body: { file: contents24() }, throwOnError });
  await finalize(bookUid);
  const rendered = async () => (await listBooks({ query: { bookUid }, throwOnError })).data.data[0]?.pdfStatus === 2;
  await until(rendered, 'the cover is rendered');
  for (const download of [downloadCoverPdf, downloadContentsPdf]) {
    const { data } = await download({ path: { bookUid }, throwOnError });
    expectEqual(await (data as Blob).slice(0, 5).text(), '%PDF-');
  }
  return bookUid;
}

async function webhooks(): Promise<void> {
  const saved = await saveWebhookConfig({
    body: {
      webhookUrl: 'https://partner.example/hooks',
      events: ['order.created', 'shipping.departed'],
      description: null,
    },
    throwOnError,
  });
  const read = await getWebhookConfig({ throwOnError });
  expectEqual(
    [read.data.data.events, read.data.data.secretKey],
    [['order.created', 'shipping.departed'], `${saved.data.data.secretKey.slice(0, 8)}...`],
  );
  expectEqual(
    Array.isArray((await listWebhookDeliveries({ query: { status: 'PENDING' }, throwOnError })).data.data),
    true,
  );
  expectEqual((await deleteWebhookConfig({ throwOnError })).data.data.isActive, false);
}

async function refusals(): Promise<void> {
  const odd = await createBook({
    body: { title: 'x', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 25 },
  });
  if (odd.error === undefined || !('errorCode' in odd.error)) throw new Error('an odd page count was taken');
  expectEqual([odd.error.errorCode, odd.error.fieldErrors[0]?.constraint], ['ERR_PAGECOUNT_INVALID', 'increment']);
  const stranger = await getCredits({ auth: 'SBnobody' });
  expectEqual(stranger.response?.status, 401);
}

const books = { PDF_UPLOAD: await pdfUpload(), TEMPLATE: await template(), MIX_COVER_TEMPLATE: await mixed() };
const orders = [];
for (const bookUid of Object.values(books)) orders.push(await orderAndCancel(bookUid));
await webhooks();
await refusals();
console.log(JSON.stringify({ books, orders }));
