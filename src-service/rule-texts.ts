/**
 * What `errors` and `fieldErrors` say of a broken rule, one sentence a rule. `{…}` is filled in. The page
 * docs/reference/refusals.md shows this table; a test holds the two against each other.
 */
export const RULE_TEXTS = {
  required: '필수 항목입니다',
  string: '문자열이어야 합니다',
  number: '숫자여야 합니다',
  integer: '정수여야 합니다',
  boolean: 'true 또는 false여야 합니다',
  array: '배열이어야 합니다',
  object: '객체여야 합니다',
  minimum: '{limit} 이상이어야 합니다',
  maximum: '{limit} 이하여야 합니다',
  exclusiveMinimum: '{limit}보다 커야 합니다',
  exclusiveMaximum: '{limit}보다 작아야 합니다',
  minLength: '{limit}자 이상이어야 합니다',
  maxLength: '{limit}자 이하여야 합니다',
  minItems: '{limit}개 이상이어야 합니다',
  maxItems: '{limit}개 이하여야 합니다',
  step: '{limit} 단위여야 합니다',
  enum: '허용되지 않은 값입니다 (허용: {values})',
  pattern: '형식이 올바르지 않습니다',
  jsonObject: '올바른 JSON 객체가 아닙니다',
  lettersLacking: '인쇄할 글꼴이 없는 글자가 있습니다: {letters}',
  textRoom: '이 자리에는 {limit}자까지 들어갑니다 (현재 {count}자)',
  unusableText: '사용할 수 없는 문자가 있습니다 (제어 문자 또는 짝이 없는 서로게이트)',
} as const;
export type RuleName = keyof typeof RULE_TEXTS;

export const ruleText = (rule: RuleName, values: Readonly<Record<string, unknown>> = {}): string =>
  RULE_TEXTS[rule].replace(/\{(\w+)\}/g, (_whole, name: string) => String(values[name]));
