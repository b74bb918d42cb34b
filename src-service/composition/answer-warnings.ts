import { SHARP_FROM_PPI, type CoarsePicture } from '../../src-core/composition/coarse-pictures.ts';
import type { FieldFit } from '../../src-core/composition/grow-element.ts';
import type { TextFit } from '../../src-core/composition/text-box.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused } from '../service-error.ts';

/**
 * What an answer says of texts that are not printed as their template draws them and of pictures that are too coarse for their
 * place, a line each; undefined: nothing. Throws 400 for texts of the call that have no room even at the smallest size, each
 * with how many characters have.
 */
export function warningsOf(fits: readonly FieldFit[], coarse: readonly CoarsePicture[]): string[] | undefined {
  const refused = fits.flatMap(({ field, isOfBook, fit }) => {
    if (fit.kind !== 'tooLong' || isOfBook) return [];
    const { characters: count, room: limit } = fit;
    const message = ruleText('textRoom', { limit, count });
    return [{ field, message, currentValue: count, requiredValue: limit, constraint: 'max' as const }];
  });
  if (refused.length > 0) throw fieldsRefused(refused, { keep: true });
  const warnings = [
    ...fits.map(({ field, fit }) => `${field}: ${wordsOf(fit)}`),
    ...coarse.map(({ field, number, ppi }) => {
      const which = number === null ? '사진' : `${number}번째 사진`;
      return `${field}: ${which}의 해상도가 낮아 흐리게 인쇄될 수 있습니다 (${ppi}ppi, 권장 ${SHARP_FROM_PPI}ppi 이상)`;
    }),
  ];
  return warnings.length === 0 ? undefined : [...new Set(warnings)];
}

const wordsOf = (fit: TextFit): string =>
  fit.kind === 'smaller'
    ? `글자를 ${points(fit.fullPt)}pt 대신 ${points(fit.setPt)}pt로 줄여 인쇄합니다`
    : `책 제목이 길어 ${fit.room}자 뒤가 잘립니다 (현재 ${fit.characters}자)`;

const points = (size: number): string => String(Math.round(size * 10) / 10);
