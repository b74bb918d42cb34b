import { notInArray } from 'drizzle-orm';
import { files, type FileRow } from './schema.ts';

export type Presence = FileRow['presence'];

/** Its bytes are not to be had now: it is not at its place, or a cloud keeps them. */
const AWAY = ['missing', 'elsewhere'] as const satisfies readonly Presence[];

export const isAway = (presence: Presence): boolean => (AWAY as readonly Presence[]).includes(presence);

/** The files that can be read. */
export const isHere = notInArray(files.presence, [...AWAY]);
