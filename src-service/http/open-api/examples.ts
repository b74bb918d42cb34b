import type { Book, CreateBookBody, PageMeta, PdfUploadResult } from '../../../src-core/contract/books.ts';
import type { ContentsResult } from '../../../src-core/contract/composition.ts';
import type { CreditBalance } from '../../../src-core/contract/credits.ts';
import type { Pagination } from '../../../src-core/contract/envelope.ts';
import type { Failure } from '../../../src-core/contract/errors.ts';
import type { CreateOrderBody, Estimate, Order, OrderLine } from '../../../src-core/contract/orders.ts';
import type { UploadedPhoto } from '../../../src-core/contract/photos.ts';
import type { WebhookConfig, WebhookConfigBody } from '../../../src-core/contract/webhooks.ts';

const accountUid = 'u_adb13baf12554c1ba0996b90af';
const bookUid = 'bk_7H7BF7a6g3rU';
const createdAt = '2026-09-08T02:18:54.396Z';

const pageMeta: PageMeta = { currentPageCount: 24, pageMin: 24, pageMax: 130, pageIncrement: 2, isValid: true };

const createBook: CreateBookBody = {
  title: '여름 여행',
  bookSpecUid: 'SQUAREBOOK_HC',
  creationType: 'PDF_UPLOAD',
  pageCount: 24,
  externalRef: 'order-2026-0142',
};

const book: Book = {
  bookUid,
  accountUid,
  title: createBook.title,
  bookSpecUid: createBook.bookSpecUid,
  bookSpecName: '고화질 스퀘어북 (하드커버)',
  specProfileUid: null,
  creationType: createBook.creationType,
  status: 1,
  coverTemplateUid: null,
  externalRef: 'order-2026-0142',
  isTest: true,
  archivedAt: null,
  pageMeta,
  createdAt,
  updatedAt: createdAt,
};

const pdfUpload: PdfUploadResult = {
  bookUid,
  kind: 'contents',
  valid: true,
  pdfSizeMm: { width: 249, height: 254 },
  messages: [],
  warnings: [],
  bookStatus: 1,
  url: `https://sandbox.example/v1/books/${bookUid}/pdf-contents`,
  pageMeta,
};

const contents: ContentsResult = {
  result: 'inserted',
  breakBefore: 'page',
  pageNum: 1,
  pageSide: 'right',
  pageMeta: { ...pageMeta, currentPageCount: 1, isValid: false },
};

const photo: UploadedPhoto = {
  fileName: 'photo260107065637669.JPG',
  originalName: 'beach.jpg',
  size: 2_481_022,
  mimeType: 'image/jpeg',
  uploadedAt: createdAt,
  hash: '0cc175b9c0f1b6a831c399e269772661',
  isDuplicate: false,
};

const line: OrderLine = { bookUid, quantity: 1 };

const createOrder: CreateOrderBody = {
  items: [line],
  shipping: {
    recipientName: '김하나',
    recipientPhone: '010-1234-5678',
    postalCode: '04524',
    address1: '서울특별시 중구 세종대로 110',
    address2: '3층',
    memo: '문 앞에 놓아 주세요',
  },
  externalRef: 'order-2026-0142',
};

const priced = {
  unitPrice: 12_600,
  itemAmount: 12_600,
  quantity: 1,
  pageCount: 24,
  bookUid,
  bookSpecUid: book.bookSpecUid,
};

const estimate: Estimate = {
  items: [{ ...priced, packagingFee: 0 }],
  productAmount: 12_600,
  shippingFee: 3000,
  boxCount: 1,
  packagingFee: 0,
  totalAmount: 15_600,
  paidCreditAmount: 17_160,
  creditBalance: 99_000,
  creditSufficient: true,
  currency: 'KRW',
};

const order: Order = {
  orderUid: 'or_2CdbvnnOtRYN',
  accountUid,
  accountName: 'Hana Kim',
  accountOrganizationName: null,
  orderType: 'NORMAL',
  externalRef: 'order-2026-0142',
  orderStatus: 'PDF_READY',
  orderStatusDisplay: 'PDF준비완료',
  isTest: true,
  totalProductAmount: 12_600,
  totalShippingFee: 3000,
  totalPackagingFee: 0,
  totalAmount: 15_600,
  paidCreditAmount: 17_160,
  paymentMethod: 'CREDIT',
  creditBalanceAfter: 81_840,
  recipientName: '김하나',
  recipientPhone: '010-1234-5678',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
  address2: '3층',
  shippingMemo: '문 앞에 놓아 주세요',
  trackingNumber: null,
  trackingCarrier: null,
  cancelReason: null,
  refundAmount: null,
  orderedAt: createdAt,
  paidAt: createdAt,
  cancelledAt: null,
  shippedAt: null,
  deliveredAt: null,
  createdAt,
  items: [
    {
      ...priced,
      itemUid: 'oi_2jcmEOj6OpAF',
      bookTitle: book.title,
      bookSpecName: book.bookSpecName,
      itemStatus: 'PDF_READY',
      itemStatusDisplay: 'PDF준비완료',
      trackingNumber: null,
      trackingCarrier: null,
      shippedAt: null,
      createdAt,
    },
  ],
};

const credit: CreditBalance = {
  accountUid,
  balance: 81_840,
  currency: 'KRW',
  env: 'test',
  paidCreditAmount: 81_840,
  freeCreditAmount: 0,
  totalCreditAmount: 81_840,
  createdAt,
  updatedAt: createdAt,
};

const webhookChanges: WebhookConfigBody = {
  webhookUrl: 'https://partner.example/hooks/books',
  events: ['order.created', 'shipping.departed'],
  description: 'Orders',
};

const webhook: WebhookConfig = {
  webhookUrl: 'https://partner.example/hooks/books',
  events: ['order.created', 'shipping.departed'],
  description: 'Orders',
  secretKey: 'whsk_a1b...',
  isActive: true,
  createdAt,
  updatedAt: createdAt,
};

const failure: Failure = {
  success: false,
  message: 'Bad Request',
  data: null,
  errorCode: 'ERR_PAGECOUNT_INVALID',
  errors: ['pageCount: 페이지 수가 증가 단위에 맞지 않습니다 (현재 25p, 24p부터 2p 단위)'],
  fieldErrors: [
    {
      field: 'pageCount',
      message: '페이지 수가 증가 단위에 맞지 않습니다 (현재 25p, 24p부터 2p 단위)',
      currentValue: 25,
      requiredValue: { min: 24, increment: 2 },
      constraint: 'increment',
    },
  ],
};

const pagination: Pagination = { total: 41, limit: 20, offset: 0, hasNext: true };

/** One of each schema that a newcomer meets first, by its name in the document. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  PageMeta: pageMeta,
  CreateBook: createBook,
  CreatedBook: { bookUid, pageMeta },
  Book: book,
  PdfUploadResult: pdfUpload,
  ContentsResult: contents,
  UploadedPhoto: photo,
  Finalization: { result: 'created', pageMeta, finalizedAt: createdAt },
  OrderLine: line,
  CreateOrder: createOrder,
  EstimateOrder: { items: [line] },
  Estimate: estimate,
  Order: order,
  Cancellation: { cancelReason: '고객 변심' },
  CreditBalance: credit,
  SandboxCredit: { amount: 100_000 },
  WebhookConfigChanges: webhookChanges,
  WebhookConfig: webhook,
  Failure: failure,
  InsufficientCredit: { required: 113_870, balance: 99_000, currency: 'KRW' },
  StillRunning: { success: false, message: '동일한 요청이 처리 중입니다. 잠시 후 같은 키로 다시 시도하세요.' },
  Pagination: pagination,
};
