import type { BindingFault, BindingProblem } from '../../src-core/composition/bind-values.ts';
import type { FieldError } from '../../src-core/contract/errors.ts';
import type { ParameterDefinition } from '../../src-core/contract/templates.ts';
import { ruleText } from '../rule-texts.ts';
import { fieldsRefused, type ServiceError } from '../service-error.ts';

/** The 400 of variables that cannot be bound, every one of them in fieldErrors. Idempotency keeps it. */
export function bindingRefused(problems: readonly BindingProblem[]): ServiceError {
  const fieldErrors = problems.map(({ name, definition, fault }) => ({
    field: name,
    ...wordsOf(name, definition, fault),
  }));
  return fieldsRefused(fieldErrors, { keep: true });
}

/** Letters that no face has are named up to so many: a text in a script without a face has hundreds. */
const MOST_NAMED = 20;

/** What is said of a text that has letters which no face has. */
export function lettersRefused(letters: readonly string[]): Omit<FieldError, 'field'> {
  const named = letters.slice(0, MOST_NAMED).join(' ');
  return { message: ruleText('lettersLacking', { letters: named }), currentValue: named, constraint: 'pattern' };
}

function wordsOf(name: string, definition: ParameterDefinition, fault: BindingFault): Omit<FieldError, 'field'> {
  switch (fault.reason) {
    case 'textMissing':
      return { message: `${ruleText('required')} (${definition.description})`, constraint: 'required' };
    case 'pictureMissing':
      return { message: `이미지가 필요합니다 (${definition.description}). ${howToGive(name)}`, constraint: 'required' };
    case 'tooFewPictures':
    case 'tooManyPictures':
      return {
        message: countText(name, definition, fault),
        currentValue: fault.count,
        requiredValue: { min: fault.min, max: fault.max },
        constraint: countConstraint(fault),
      };
    case 'placeholdersDiffer':
      return {
        message: `첨부 파일 수와 $upload 수가 다릅니다 (파일 ${fault.files}개, $upload ${fault.placeholders}개)`,
        currentValue: fault.files,
        requiredValue: fault.placeholders,
        constraint: fault.files < fault.placeholders ? 'min' : 'max',
      };
    case 'textTooLong':
      return {
        message: `${fault.max}자 이하여야 합니다 (현재 ${fault.count}자)`,
        currentValue: fault.count,
        requiredValue: fault.max,
        constraint: 'max',
      };
    case 'wrongType':
      return {
        message: `${TYPE_IN_WORDS[definition.type]} 형식이어야 합니다 (${definition.description})`,
        constraint: 'pattern',
      };
    case 'lettersLacking':
      return lettersRefused(fault.letters);
    case 'notPrintable':
      return { message: '인쇄할 수 없는 문자가 있습니다', constraint: 'pattern' };
    case 'fileForText':
      return { message: '텍스트 항목에는 파일을 첨부할 수 없습니다', constraint: 'pattern' };
    case 'pictureGivenTwice':
      return {
        message: '이미지를 하나만 지정하세요 (첨부 파일 또는 parameters 중 하나)',
        constraint: 'max',
        requiredValue: 1,
      };
    case 'focusOutside':
      return { message: 'focus는 0~1 사이의 x와 y여야 합니다', constraint: 'pattern' };
    case 'placeholderWithoutArray':
      return { message: '$upload는 배열 안에서 사용하세요', constraint: 'pattern' };
  }
}

const TYPE_IN_WORDS: Readonly<Record<ParameterDefinition['type'], string>> = {
  string: '문자열',
  int: '정수',
  double: '숫자',
  boolean: 'true 또는 false',
  array: '문자열 배열',
};

const howToGive = (name: string) => `'${name}' 이름으로 파일을 첨부하거나 URL 또는 서버 파일명을 지정하세요`;

type CountFault = Extract<BindingFault, { readonly min: number }>;

function countText(name: string, definition: ParameterDefinition, { min, max, count }: CountFault): string {
  const text = `이미지는 ${min}~${max ?? ''}장이어야 합니다 (현재 ${count}장, ${definition.description})`;
  return count === 0 ? `${text}. ${howToGive(name)}` : text;
}

function countConstraint({ reason, count }: CountFault): 'required' | 'min' | 'max' {
  if (reason === 'tooManyPictures') return 'max';
  return count === 0 ? 'required' : 'min';
}
