// The one list of tables: drizzle takes a schema as one module.
export { accountConfigs, accountImages, accounts, apiKeys } from './schema/accounts.ts';
export { bookPdfs, books } from './schema/books.ts';
export { bookEntries, bookThumbnails, photos, renderJobs, renderTurns } from './schema/composition.ts';
export { creditAccounts, ledgerEntries, paymentOrders, simulatedPayments } from './schema/credits.ts';
export { idempotencyRecords } from './schema/idempotency.ts';
export { notificationConfigs, notifications } from './schema/notifications.ts';
export { orderItems, orders } from './schema/orders.ts';
export { rateCounters, serviceState } from './schema/service-state.ts';
export { webhookConfigs, webhookDeliveries } from './schema/webhooks.ts';
