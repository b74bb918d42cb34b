import { Api, type CreationType, type Shipping } from './client/api.js';
import { contents24, coverHc, expectEqual, picture, until, type Given } from './given.js';

/** The three creation types with nothing but what the generator wrote: see generated-clients.accept.test.ts. */

const given = JSON.parse(process.argv[2] ?? '') as Given;
const api = new Api<string>({
  baseUrl: given.baseUrl,
  securityWorker: (key) => ({ headers: { authorization: `Bearer ${key}` } }),
});
api.setSecurityData(given.key);

const once = (more: Record<string, string> = {}) => ({ headers: { 'Idempotency-Key': crypto.randomUUID(), ...more } });
const shipping: Shipping = {
  recipientName: '김하나',
  recipientPhone: '010-1234-5678',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
};

async function draft(creationType: CreationType): Promise<string> {
  const created = await api.books.createBook(
    {
      title: `${creationType} by a generated client`,
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType,
      pageCount: creationType === 'TEMPLATE' ? null : 24,
    },
    once(),
  );
  return created.data.data.bookUid;
}

async function finalize(bookUid: string): Promise<void> {
  const finalized = await api.books.finalizeBook(bookUid, once({ 'Content-Length': '0' }));
  expectEqual([finalized.status, finalized.data.data.pageMeta.currentPageCount], [201, 24]);
}

async function orderAndCancel(bookUid: string): Promise<string> {
  const items = [{ bookUid, quantity: 1 }];
  const estimate = await api.orders.estimateOrder({ items });
  const placed = await api.orders.createOrder({ items, shipping }, once());
  const { orderUid, paidCreditAmount } = placed.data.data;
  expectEqual(paidCreditAmount, estimate.data.data.paidCreditAmount);
  expectEqual((await api.orders.getOrder(orderUid)).data.data.items[0]?.bookUid, bookUid);
  expectEqual((await api.orders.listOrders({ limit: 1 })).data.data[0]?.orderUid, orderUid);
  const cancelled = await api.orders.cancelOrder(orderUid, { cancelReason: '고객 변심' }, once());
  expectEqual(
    [cancelled.data.data.orderStatus, cancelled.data.data.refundAmount],
    ['CANCELLED_REFUND', paidCreditAmount],
  );
  return orderUid;
}

async function templateUid(templateName: string): Promise<string> {
  const { data } = await api.templates.listTemplates({ theme: '공용', templateName, bookSpecUid: 'SQUAREBOOK_HC' });
  const found = data.data.find((template) => template.templateName === templateName);
  if (found === undefined) throw new Error(`there is no template ${templateName}`);
  return found.templateUid;
}

async function pdfUpload(): Promise<string> {
  const bookUid = await draft('PDF_UPLOAD');
  expectEqual((await api.books.uploadCoverPdf(bookUid, { file: coverHc() })).data.data.kind, 'cover');
  expectEqual((await api.books.replaceCoverPdf(bookUid, { file: coverHc() })).status, 200);
  expectEqual((await api.books.uploadContentsPdf(bookUid, { file: contents24() })).data.data.kind, 'contents');
  await finalize(bookUid);
  expectEqual((await api.books.downloadContentsPdf(bookUid, { format: 'blob' })).data.size, contents24().size);
  return bookUid;
}

async function template(): Promise<string> {
  const bookUid = await draft('TEMPLATE');
  await api.books.createCover(
    bookUid,
    { templateUid: await templateUid('표지'), parameters: { title: '여름' }, coverPhoto: picture(1) },
    once(),
  );
  const ahead = [];
  for (const shade of [2, 3])
    ahead.push((await api.books.uploadPhoto(bookUid, { file: picture(shade) })).data.data.fileName);
  // This generator writes a list of files as text: several pictures are uploaded ahead, one may be attached.
  const gallery = {
    templateUid: await templateUid('내지_gallery'),
    parameters: { photos: [...ahead, '$upload'] },
    photos: picture(4),
  };
  const first = await api.books.addContents(bookUid, gallery, { breakBefore: 'page' }, once());
  expectEqual([first.status, first.data.data.pageNum, first.data.data.pageSide], [201, 1, 'right']);
  const blank = { templateUid: await templateUid('빈내지') };
  let pages = first.data.data.pageMeta.currentPageCount;
  while (pages < 24) pages = (await api.books.addContents(bookUid, blank)).data.data.pageMeta.currentPageCount;
  await finalize(bookUid);
  return bookUid;
}

async function mixed(): Promise<string> {
  const bookUid = await draft('MIX_COVER_TEMPLATE');
  await api.books.createCover(bookUid, {
    templateUid: await templateUid('표지_제목'),
    parameters: { title: '여름', author: '김하나' },
  });
  await api.books.uploadContentsPdf(bookUid, { file: contents24() });
  await finalize(bookUid);
  await until(
    async () => (await api.books.listBooks({ bookUid })).data.data[0]?.pdfStatus === 2,
    'the cover is rendered',
  );
  expectEqual(await (await api.books.downloadCoverPdf(bookUid, { format: 'blob' })).data.slice(0, 5).text(), '%PDF-');
  return bookUid;
}

async function webhooks(): Promise<void> {
  const saved = await api.webhooks.saveWebhookConfig({
    webhookUrl: 'https://partner.example/hooks',
    events: ['order.created'],
  });
  expectEqual(
    (await api.webhooks.getWebhookConfig()).data.data.secretKey,
    `${saved.data.data.secretKey.slice(0, 8)}...`,
  );
  expectEqual((await api.webhooks.deleteWebhookConfig()).data.data.isActive, false);
}

const books = { PDF_UPLOAD: await pdfUpload(), TEMPLATE: await template(), MIX_COVER_TEMPLATE: await mixed() };
const orders = [];
for (const bookUid of Object.values(books)) orders.push(await orderAndCancel(bookUid));
await webhooks();
console.log(JSON.stringify({ books, orders }));
