import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { fontsFinding } from './painted-text.ts';

/**
 * Fonts that the file leaves to whoever prints it, the standard 14 included: another font comes out, or boxes. Only where
 * letters are seen; fonts that are listed and not used do no harm (T-001).
 */
export const notEmbedded: InspectedFileCheck = {
  id: 'text.notEmbedded',
  rule: 'T-001',
  run: (file) =>
    fontsFinding(file, ({ program }) => program === 'none', {
      ruleId: 'text.notEmbedded',
      severity: 'error',
      source: standardSource('ISO 32000-1, 9.9'),
      remedies: [{ key: 'findings.remedy.embedFonts' }, { key: 'findings.remedy.textToOutlines' }],
    }),
};
