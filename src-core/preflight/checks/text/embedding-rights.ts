import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { fontsFinding } from './painted-text.ts';

/** Bits 0 to 3 of fsType tell the licence; 2 alone is "restricted". */
const LICENCE_BITS = 0x000f;
const RESTRICTED = 0x0002;

/** Fonts whose maker forbids embedding (T-012). */
export const embeddingRights: InspectedFileCheck = {
  id: 'text.embeddingRights',
  rule: 'T-012',
  run: (file) =>
    fontsFinding(file, ({ embeddingRights: rights }) => rights !== null && (rights & LICENCE_BITS) === RESTRICTED, {
      ruleId: 'text.embeddingRights',
      severity: 'info',
      source: standardSource('OpenType, OS/2 fsType'),
    }),
};
