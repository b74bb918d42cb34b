import type { files } from '../store/schema.ts';

export type FileRow = typeof files.$inferSelect;
