import { expect, it } from 'vitest';
import type { Order } from '../../src-core/contract/orders.ts';
import { AppError } from '../../src-core/desk/app-errors.ts';
import type { Desk } from '../desk/desk.ts';
import { trackingPageIn } from '../desk/orders/tracking-page.ts';
import { answerCall, type CallRules } from './answer-call.ts';
import { shellHandlers, type ShellHandlerDeps } from './shell-handlers.ts';

const page = { url: 'app://studio/', isMainFrame: true };

/** What the window's calls come to, with a desk and a system of which only what is opened is there. */
function studioWith(
  desk: Partial<Desk>,
  {
    openExternal = async () => undefined,
    openPath = async () => '',
  }: Partial<Pick<ShellHandlerDeps, 'openExternal' | 'openPath'>> = {},
): { readonly call: (channel: string, input: object) => Promise<unknown>; readonly opened: readonly string[] } {
  const opened: string[] = [];
  const handlers = shellHandlers({
    desk,
    settings: {},
    updates: {},
    openExternal: (address: string) => {
      opened.push(address);
      return openExternal(address);
    },
    openPath: (path: string) => {
      opened.push(path);
      return openPath(path);
    },
  } as unknown as ShellHandlerDeps);
  const rules = {
    handlers: handlers as CallRules['handlers'],
    isTrusted: () => true,
    describe: (error: unknown) => (error instanceof AppError ? error.toWire() : null),
    log: { write: () => undefined },
  };
  return { call: (channel, input) => answerCall(rules, page, { channel, input }), opened };
}

const ORDERS: Readonly<Record<string, Partial<Order>>> = {
  or_1: {
    trackingCarrier: '한진택배',
    trackingNumber: '6001-2345-6789',
    items: [{ itemUid: 'it_2', trackingCarrier: 'CJ', trackingNumber: '4711' } as Order['items'][number]],
  },
  or_2: { trackingCarrier: '직접배송', trackingNumber: '4711' },
};
const trackingPage = (orderUid: string, itemUid: string | null) =>
  trackingPageIn((ORDERS[orderUid] ?? null) as Order | null, itemUid);

it("opens the carrier's page of an order, whatever else the window says", async () => {
  const { call, opened } = studioWith({ trackingPage });
  const input = { orderUid: 'or_1', address: 'https://evil.example', carrier: 'CJ', number: '1' };
  expect(await call('orders.openTrackingPage', input)).toEqual({ ok: true, value: null });
  await call('orders.openTrackingPage', { orderUid: 'or_1', itemUid: 'it_2' });
  expect(opened).toEqual([
    'https://www.hanjin.com/kor/CMS/DeliveryMgr/WaybillResult.do?mCode=MN038&schLang=KR&wblnum=600123456789',
    'https://trace.cjlogistics.com/next/tracking.html?wblNo=4711',
  ]);
});

it('opens nothing for a carrier that it does not know, and says which', async () => {
  const { call, opened } = studioWith({ trackingPage });
  expect(await call('orders.openTrackingPage', { orderUid: 'or_2' })).toEqual({
    ok: false,
    error: {
      code: 'TRACKING_PAGE_UNKNOWN',
      text: { key: 'errors.TRACKING_PAGE_UNKNOWN', params: { carrier: '직접배송', number: '4711' } },
    },
  });
  expect(await call('orders.openTrackingPage', { orderUid: 'or_3' })).toMatchObject({
    ok: false,
    error: { code: 'TRACKING_NONE' },
  });
  expect(opened).toEqual([]);
});

it.each(['file:///etc/passwd', 'http://carrier.example/1', 'javascript:alert(1)', 'bookprint://orders', 'no address'])(
  'gives the system nothing but https: not %s',
  async (address) => {
    const { call, opened } = studioWith({ trackingPage: () => address });
    expect(await call('orders.openTrackingPage', { orderUid: 'or_1' })).toMatchObject({
      ok: false,
      error: { code: 'TRACKING_PAGE_NOT_OPENED' },
    });
    expect(opened).toEqual([]);
  },
);

it('tells the address where the system has no browser for it', async () => {
  const { call } = studioWith({ trackingPage }, { openExternal: () => Promise.reject(new Error('no handler')) });
  expect(await call('orders.openTrackingPage', { orderUid: 'or_1', itemUid: 'it_2' })).toMatchObject({
    ok: false,
    error: {
      code: 'TRACKING_PAGE_NOT_OPENED',
      text: { params: { address: 'https://trace.cjlogistics.com/next/tracking.html?wblNo=4711' } },
    },
  });
});

const FILE = '/customers/Kim_cover.PDF';
const fileToOpen = async (fileId: string) => {
  if (fileId !== 'f_1') throw new AppError('FILE_KEPT', { params: { name: 'Kim_cover.fixed.pdf' } });
  return FILE;
};

it('opens the file of the library that the window names by its id, and no path of the window', async () => {
  const { call, opened } = studioWith({ fileToOpen });
  expect(await call('library.openFile', { fileId: 'f_1', path: '/bin/sh' })).toEqual({ ok: true, value: null });
  expect(opened).toEqual([FILE]);
  expect(await call('library.openFile', { fileId: 'f_2' })).toMatchObject({ ok: false, error: { code: 'FILE_KEPT' } });
  expect(await call('library.openFile', { path: FILE })).toMatchObject({ ok: false, error: { code: 'IPC_BAD_INPUT' } });
  expect(opened).toEqual([FILE]);
});

it('says which file could not be opened and why, in the words of the system', async () => {
  const { call } = studioWith({ fileToOpen }, { openPath: async () => 'No application found' });
  expect(await call('library.openFile', { fileId: 'f_1' })).toEqual({
    ok: false,
    error: {
      code: 'FILE_NOT_OPENED',
      text: { key: 'errors.FILE_NOT_OPENED', params: { name: 'Kim_cover.PDF', reason: 'No application found' } },
    },
  });
});

it.each(['/customers/run.sh', '/customers/Kim.pdf.exe', '/customers/pdf', '/customers/.pdf'])(
  'gives the system nothing but a PDF to open: not %s',
  async (path) => {
    const { call, opened } = studioWith({ fileToOpen: async () => path });
    expect(await call('library.openFile', { fileId: 'f_1' })).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_OPENED' },
    });
    expect(opened).toEqual([]);
  },
);
