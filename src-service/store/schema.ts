// The one list of tables: drizzle takes a schema as one module.
export { accounts, apiKeys } from './schema/accounts.ts';
export { bookPdfs, books } from './schema/books.ts';
export { creditAccounts, ledgerEntries } from './schema/credits.ts';
export { idempotencyRecords } from './schema/idempotency.ts';
export { orderItems, orders } from './schema/orders.ts';
