import { join, resolve } from 'node:path';

/**
 * The sample books: light to look at (`light-samples.ts`) where the setup of the desk's tests laid such, else those of the build. On its
 * own: whoever copies books takes neither the desk along nor the fetching that it brings into a process.
 */
export const SAMPLES = process.env.DESK_SAMPLES ?? join(resolve(import.meta.dirname, '../../..'), 'resources/samples');
