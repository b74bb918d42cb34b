import type { FieldFit } from '../../src-core/composition/grow-element.ts';
import type { PictureFit } from '../../src-core/composition/picture-fits.ts';
import { SHARP_FROM_PPI } from '../../src-core/composition/sharpness.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused } from '../service-error.ts';

/**
 * What an answer says of texts that are not printed as their template draws them and of pictures that are not printed so,
 * a line each; undefined: nothing. `blankPage`: the page before a spread that begins on the next left one. Throws 400 for texts of the call that have no room even at the smallest size, each
 * with how many characters have.
 */
export function warningsOf(
  fits: readonly FieldFit[],
  pictures: readonly PictureFit[],
  blankPage: number | null = null,
): string[] | undefined {
  const refused = fits.flatMap(({ field, isOfBook, fit }) => {
    if (fit.kind !== 'tooLong' || isOfBook) return [];
    const { characters: count, room: limit } = fit;
    const message = ruleText('textRoom', { limit, count });
    return [{ field, message, currentValue: count, requiredValue: limit, constraint: 'max' as const }];
  });
  if (refused.length > 0) throw fieldsRefused(refused, { keep: true });
  const warnings = [
    ...(blankPage === null
      ? []
      : [`templateUid: 펼침면은 왼쪽에서 시작하므로 ${blankPage}쪽을 빈 페이지로 인쇄합니다`]),
    ...fits.map(({ field, fit }) => `${field}: ${wordsOf(fit)}`),
    ...pictures.map(
      ({ field, number, fit }) => `${field}: ${wordsOfPicture(number === null ? '사진' : `${number}번째 사진`, fit)}`,
    ),
  ];
  return warnings.length === 0 ? undefined : [...new Set(warnings)];
}

function wordsOf(fit: FieldFit['fit']): string {
  switch (fit.kind) {
    case 'smaller':
      return `글자를 ${points(fit.fullPt)}pt 대신 ${points(fit.setPt)}pt로 줄여 인쇄합니다`;
    case 'tooLong':
      return `책 제목이 길어 ${fit.room}자 뒤가 잘립니다 (현재 ${fit.characters}자)`;
    case 'cut':
      return `책등에는 ${points(fit.setPt)}pt로 줄여도 ${fit.room}자까지 들어가므로 앞 ${fit.printed}자만 인쇄합니다 (현재 ${fit.characters}자)`;
    case 'thinSpine':
      return fit.upToPages === null
        ? '이 판형은 책등이 얇아 책등 글자를 인쇄하지 않습니다'
        : `${fit.upToPages}쪽까지는 책등이 얇아 책등 글자를 인쇄하지 않습니다`;
    case 'noRunningTitle':
      return `책 제목이 두 줄로도 들어가지 않아 페이지에 제목을 인쇄하지 않습니다 (${fit.room}자까지 들어갑니다, 현재 ${fit.characters}자)`;
  }
}

const points = (size: number): string => String(Math.round(size * 10) / 10);

const wordsOfPicture = (which: string, fit: PictureFit['fit']): string => {
  switch (fit.kind) {
    case 'whole':
      return `${which}의 얼굴이 잘리지 않도록 자르지 않고 전체를 인쇄합니다`;
    case 'folded':
      return `${which}의 얼굴이 펼침면의 접히는 자리에 놓입니다`;
    case 'cut':
      return `${which}의 ${Math.round(fit.share * 100)}%가 잘려 인쇄됩니다`;
    case 'coarse':
      return `${which}의 해상도가 낮아 흐리게 인쇄될 수 있습니다 (${fit.ppi}ppi, 권장 ${SHARP_FROM_PPI}ppi 이상)`;
  }
};
