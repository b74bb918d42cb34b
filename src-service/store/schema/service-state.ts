import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** What all processes of one service share and may change while they run: the clock's offset, faults, automatic production. */
export const serviceState = pgTable('service_state', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** Calls counted a minute and caller, when several processes share the limits. */
export const rateCounters = pgTable('rate_counters', {
  /** Policy and key. */
  counter: text('counter').primaryKey(),
  windowEndsAt: moment('window_ends_at').notNull(),
  calls: integer('calls').notNull(),
});
