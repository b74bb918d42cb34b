import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { fontsFinding } from './painted-text.ts';

/** Embedded programs that are empty or do not open (T-003), and those that were too large to look at. */
export const damagedFonts: InspectedFileCheck = {
  id: 'text.damagedFont',
  rule: 'T-003',
  run: (file) => {
    const source = standardSource('ISO 32000-1, 9.9');
    return [
      ...fontsFinding(file, ({ programState }) => programState === 'empty' || programState === 'damaged', {
        ruleId: 'text.damagedFont',
        severity: 'error',
        source,
        remedies: [{ key: 'findings.remedy.exportFontsAgain' }],
      }),
      ...fontsFinding(file, ({ programState }) => programState === 'unread', {
        ruleId: 'text.fontNotRead',
        severity: 'notChecked',
        source,
      }),
    ];
  },
};
