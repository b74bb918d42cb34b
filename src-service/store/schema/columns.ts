import { bigint, text, timestamp } from 'drizzle-orm/pg-core';

/** Column forms that every subject's tables share. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** Money in whole hundredths. */
export const minor = (name: string) => bigint(name, { mode: 'bigint' });
export const environment = () => text('environment', { enum: ['sandbox', 'live'] });
