import type { NamingRules } from '../../../src-core/imports/naming-rules.ts';
import { createStore } from '../../ui/store.ts';

/** Rules that were being changed when their sheet was closed, for the next time it opens. */
export const leftRules = createStore<NamingRules | null>(null);
