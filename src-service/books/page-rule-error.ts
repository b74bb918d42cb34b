import type { PageRuleBreach } from '../../src-core/specs/page-rules.ts';
import { ServiceError } from '../service-error.ts';

/** The 400 of a broken page rule, on the field that carried the count. */
export function pageRuleError(breach: PageRuleBreach, field: 'pageCount' | 'pages'): ServiceError {
  const message = breachText(breach);
  return new ServiceError(breach.code, [`${field}: ${message}`], {
    fieldErrors: [
      {
        field,
        message,
        currentValue: breach.currentValue,
        requiredValue: breach.requiredValue,
        constraint: breach.constraint,
      },
    ],
  });
}

/** Existing clients look for `최소 페이지 미달` in the text (contract-decisions, "Settled later"). */
export function breachText({ constraint, currentValue, requiredValue }: PageRuleBreach): string {
  if (typeof requiredValue !== 'number') {
    return `페이지 수가 증가 단위에 맞지 않습니다 (현재 ${currentValue}p, ${requiredValue.min}p부터 ${requiredValue.increment}p 단위)`;
  }
  return constraint === 'min'
    ? `최소 페이지 미달입니다 (현재 ${currentValue}p, 최소 ${requiredValue}p)`
    : `페이지 수가 너무 많습니다 (현재 ${currentValue}p, 최대 ${requiredValue}p)`;
}
