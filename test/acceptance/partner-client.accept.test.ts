import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADDRESS, fundLive, HC_CONTENTS_24, HC_COVER, RENDERED_WITHIN_MS } from './journeys.ts';
import { PartnerClient } from './partner-client.ts';
import { fileForm } from './pdf.ts';
import { isSignedBy, Receiver, until } from './receiver.ts';
import { startService, type Service } from './service.ts';

interface TemplateRecord {
  readonly templateUid: string;
  readonly templateKind: string;
  readonly parameters: {
    readonly definitions: Record<
      string,
      { readonly binding: string; readonly type: string; readonly required: boolean; readonly minItems?: number }
    >;
  };
}
interface BookRecord {
  readonly bookUid: string;
  readonly status: string;
  readonly pdfStatus: number | null;
}
interface OrderRecord {
  readonly orderUid: string;
  readonly orderStatus: string;
}

let service: Service;
let receiver: Receiver;
let secretKey: string;
let photo: Blob;

beforeAll(async () => {
  service = await startService({ localAddresses: true });
  receiver = await Receiver.start();
  await fundLive(service, 1_000_000);
  ({ secretKey } = await sandbox().send<{ secretKey: string }>('PUT', '/webhooks/config', {
    webhookUrl: receiver.url,
  }));
  const pixels = await sharp({ create: { width: 3200, height: 2400, channels: 3, background: '#8fb3a1' } })
    .jpeg({ quality: 80 })
    .toBuffer();
  photo = new Blob([new Uint8Array(pixels)], { type: 'image/jpeg' });
});
afterAll(async () => {
  await receiver.dispose();
  await service.dispose();
});

const sandbox = () => new PartnerClient(service.hello.sandboxUrl, service.keys.business.sandbox);
const live = () => new PartnerClient(service.hello.liveUrl, service.keys.business.live);

/** What any template asks for, found out from its definitions alone. */
function filled(template: TemplateRecord) {
  const parameters: Record<string, unknown> = {};
  const files: Record<string, Blob[]> = {};
  for (const [name, { binding, type, minItems }] of Object.entries(template.parameters.definitions)) {
    if (binding === 'text')
      parameters[name] = type === 'int' ? 7 : type === 'double' ? 1.5 : type === 'boolean' ? true : '우리의 여름, 2026';
    else files[name] = Array.from({ length: binding === 'file' ? 1 : Math.max(minItems ?? 1, 3) }, () => photo);
  }
  return { parameters, files };
}

async function templatesOf(client: PartnerClient, kind: string): Promise<TemplateRecord[]> {
  const list = await client.send<{ templateUid: string }[]>(
    'GET',
    `/Templates?bookSpecUid=SQUAREBOOK_HC&templateKind=${kind}&limit=100`,
  );
  return Promise.all(list.map(({ templateUid }) => client.send<TemplateRecord>('GET', `/templates/${templateUid}`)));
}

async function addCover(client: PartnerClient, bookUid: string): Promise<void> {
  const [cover] = await templatesOf(client, 'cover');
  if (!cover) throw new Error('there is no cover template');
  const { parameters, files } = filled(cover);
  await client.sendTemplate(`/Books/${bookUid}/cover`, cover.templateUid, parameters, files);
}

async function rendered(client: PartnerClient, bookUid: string): Promise<BookRecord | undefined> {
  let book: BookRecord | undefined;
  await until(
    async () => {
      [book] = await client.send<BookRecord[]>('GET', `/books?bookUid=${bookUid}`);
      return book?.pdfStatus !== 1;
    },
    `the PDFs of ${bookUid}`,
    RENDERED_WITHIN_MS,
  );
  return book;
}

const orderOf = (client: PartnerClient, bookUid: string) =>
  client.send<OrderRecord>('POST', '/orders', {
    items: [{ bookUid, quantity: 2 }],
    shipping: ADDRESS,
    externalRef: 'partner-1',
  });

async function heard(orderUid: string, type: string) {
  const ofOrder = () => receiver.of(type).find(({ event }) => event.data['order_uid'] === orderUid);
  await until(() => ofOrder() !== undefined, `${type} of ${orderUid}`, 20_000);
  const call = ofOrder();
  if (!call) throw new Error(`${type} of ${orderUid} went away`);
  return call;
}

describe.each([
  ['Sandbox', sandbox, true],
  ['Live', live, false],
])('a partner’s existing client works unchanged in %s', (_name, client, isTest) => {
  it('PDF_UPLOAD: create, upload, finalize, order, follow by webhook', async () => {
    const { bookUid } = await client().send<{ bookUid: string }>('POST', '/Books', {
      title: 'PDF',
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType: 'PDF_UPLOAD',
      pageCount: 24,
    });
    await client().send('POST', `/Books/${bookUid}/pdf-cover`, fileForm(HC_COVER));
    await client().send('POST', `/books/${bookUid}/pdf-contents`, fileForm(HC_CONTENTS_24));
    await client().send('POST', `/books/${bookUid}/finalization`, {});
    const order = await orderOf(client(), bookUid);
    expect(order.orderStatus).toBe('PDF_READY');
    const call = await heard(order.orderUid, 'order.created');
    expect(call.event).toMatchObject({ isTest, data: { order_status: 'PDF_READY', item_count: 1 } });
    expect(isSignedBy(secretKey, call)).toBe(true);
    expect(isSignedBy('another', call)).toBe(false);
  });

  it('TEMPLATE: photos, cover, contents of every template there is, finalize, download what was rendered, order', async () => {
    const { bookUid } = await client().send<{ bookUid: string }>('POST', '/books', {
      title: '템플릿 책',
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType: 'TEMPLATE',
    });
    const form = new FormData();
    form.set('file', photo, 'sea.jpg');
    const uploaded = await client().send<{ fileName: string }>('POST', `/books/${bookUid}/photos`, form);
    await addCover(client(), bookUid);
    const contents = [
      ...(await templatesOf(client(), 'content')),
      ...(await templatesOf(client(), 'divider')),
      ...(await templatesOf(client(), 'publish')),
    ];
    let pages = 0;
    for (let at = 0; pages < 24; at += 1) {
      const template = contents[at % contents.length];
      if (!template) throw new Error('there are no contents templates');
      const { parameters, files } = filled(template);
      // One picture by the server's name of a photo, as a partner does who uploads ahead.
      for (const [name, pictures] of Object.entries(files)) {
        if (pictures.length > 1 || at % 2 === 1) continue;
        parameters[name] = uploaded.fileName;
        delete files[name];
      }
      const query = template.templateKind === 'content' ? '?breakBefore=page' : '';
      const added = await client().sendTemplate<{ pageMeta: { currentPageCount: number } }>(
        `/books/${bookUid}/contents${query}`,
        template.templateUid,
        parameters,
        files,
      );
      pages = added.pageMeta.currentPageCount;
    }
    const finalized = await client().send<{ pageMeta: { currentPageCount: number; isValid: boolean } }>(
      'POST',
      `/books/${bookUid}/finalization`,
      {},
    );
    expect(finalized.pageMeta.isValid).toBe(true);
    expect(await rendered(client(), bookUid)).toMatchObject({ status: 'finalized', pdfStatus: 2 });
    for (const kind of ['cover', 'contents']) {
      const { status, bytes } = await client().download(`/books/${bookUid}/pdf-${kind}`);
      expect([status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    }
    const order = await orderOf(client(), bookUid);
    expect((await heard(order.orderUid, 'order.created')).event.isTest).toBe(isTest);
  }, 180_000);

  it('MIX_COVER_TEMPLATE: a template cover with a contents PDF', async () => {
    const { bookUid } = await client().send<{ bookUid: string }>('POST', '/books', {
      title: '섞은 책',
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType: 'MIX_COVER_TEMPLATE',
      pageCount: 24,
    });
    await addCover(client(), bookUid);
    await client().send('POST', `/books/${bookUid}/pdf-contents`, fileForm(HC_CONTENTS_24));
    await client().send('POST', `/books/${bookUid}/finalization`, {});
    expect(await rendered(client(), bookUid)).toMatchObject({ pdfStatus: 2 });
    expect((await client().download(`/books/${bookUid}/pdf-contents`)).bytes.equals(Buffer.from(HC_CONTENTS_24))).toBe(
      true,
    );
    expect((await orderOf(client(), bookUid)).orderUid).toMatch(/^or_/);
  }, 120_000);
});
