import type { Route } from './app.ts';
import {
  deleteAccountImages,
  getAccountImage,
  getAccountImages,
  patchAccountImage,
  postAccountImage,
} from './routes/account-images.ts';
import {
  deleteAccount,
  getAccount,
  getAccountConfig,
  patchAccount,
  patchAccountConfig,
  postAccountConfig,
} from './routes/accounts.ts';
import {
  getContentsPdf,
  getCoverPdf,
  getUnknownPdf,
  postContentsPdf,
  postCoverPdf,
  putContentsPdf,
  putCoverPdf,
} from './routes/book-pdfs.ts';
import { getBookSpec, getBookSpecs, getCalculatedSize } from './routes/book-specs.ts';
import { deleteOneBook, getBook, getBooks, postBook } from './routes/books.ts';
import { deleteContents, deleteCover, getCover, postContents, postCover } from './routes/composition.ts';
import { getCredits, getTransactions, postSandboxCharge, postSandboxDeduct } from './routes/credits.ts';
import { postFinalization } from './routes/finalization.ts';
import { deleteKey, getKeys, patchKey, postKey } from './routes/keys.ts';
import {
  getNotificationConfig,
  getNotifications,
  patchNotificationConfig,
  postNotification,
} from './routes/notifications.ts';
import {
  getOrder,
  getOrders,
  patchShipping,
  patchStatus,
  postCancel,
  postEstimate,
  postItemCancel,
  postOrder,
} from './routes/orders.ts';
import { postPaymentConfirm, postPaymentOrder } from './routes/payments.ts';
import { patchPdfStatus, postPdfResult } from './routes/pdf-state.ts';
import { deleteOnePhoto, getPhoto, getPhotos, postPhoto } from './routes/photos.ts';
import { getSpecProfiles } from './routes/spec-profiles.ts';
import { getTemplateCategories, getTemplateCategory } from './routes/template-categories.ts';
import { getTemplate, getTemplateSchema, getTemplates } from './routes/templates.ts';
import {
  deleteWebhookConfig,
  getWebhookConfig,
  getWebhookDeliveries,
  postWebhookTest,
  putWebhookConfig,
} from './routes/webhooks.ts';

/** Every route of /v1. */
export const ROUTES: readonly Route[] = [
  getBookSpecs,
  getBookSpec,
  getCalculatedSize,
  getSpecProfiles,
  getTemplates,
  getTemplate,
  getTemplateSchema,
  getTemplateCategories,
  getTemplateCategory,
  postBook,
  getBooks,
  getBook,
  deleteOneBook,
  postCoverPdf,
  putCoverPdf,
  postContentsPdf,
  putContentsPdf,
  getCoverPdf,
  getContentsPdf,
  getUnknownPdf,
  postCover,
  getCover,
  deleteCover,
  postContents,
  deleteContents,
  postPhoto,
  getPhotos,
  getPhoto,
  deleteOnePhoto,
  postFinalization,
  postEstimate,
  postOrder,
  getOrders,
  getOrder,
  postCancel,
  postItemCancel,
  patchShipping,
  patchStatus,
  getCredits,
  getTransactions,
  postSandboxCharge,
  postSandboxDeduct,
  getKeys,
  postKey,
  patchKey,
  deleteKey,
  getAccount,
  patchAccount,
  deleteAccount,
  getAccountImages,
  postAccountImage,
  patchAccountImage,
  deleteAccountImages,
  getAccountImage,
  getAccountConfig,
  postAccountConfig,
  patchAccountConfig,
  getNotificationConfig,
  patchNotificationConfig,
  getNotifications,
  postNotification,
  postPaymentOrder,
  postPaymentConfirm,
  patchPdfStatus,
  postPdfResult,
  putWebhookConfig,
  getWebhookConfig,
  deleteWebhookConfig,
  postWebhookTest,
  getWebhookDeliveries,
];
