import { describe, expect, it } from 'vitest';
import { THRESHOLDS } from '../../../src-core/preflight/thresholds.ts';
import { CATALOGUES } from '../../i18n/catalogues.ts';

describe('the names of thresholds', () => {
  it.each(['ko', 'en'] as const)('are all there in %s, and no others', (language) => {
    const named = [...CATALOGUES[language].keys()].flatMap((key) =>
      key.startsWith('preflight.threshold.') ? [key.slice('preflight.threshold.'.length)] : [],
    );
    expect(named.sort()).toEqual(Object.keys(THRESHOLDS).sort());
  });
});
