import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { fontsFinding } from './painted-text.ts';

/** Letters made of pixels: they do not get sharper than those (T-004). */
export const bitmapFonts: InspectedFileCheck = {
  id: 'text.bitmapFont',
  rule: 'T-004',
  run: (file) =>
    fontsFinding(file, ({ isBitmap }) => isBitmap, {
      ruleId: 'text.bitmapFont',
      severity: 'info',
      source: standardSource('ISO 32000-1, 9.6.5'),
    }),
};
