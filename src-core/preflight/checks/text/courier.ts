import { standardSource, type InspectedFileCheck } from '../../check.ts';
import { fontsFinding } from './painted-text.ts';

/** The font that programs put in place of one that they do not have (GWG 2022, R0014; T-005). Its relatives are somebody's choice. */
export const courier: InspectedFileCheck = {
  id: 'text.courier',
  rule: 'T-005',
  run: (file) =>
    fontsFinding(file, ({ name }) => name === 'Courier', {
      ruleId: 'text.courier',
      severity: 'warning',
      source: standardSource('GWG 2022, R0014'),
    }),
};
