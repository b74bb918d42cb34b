/**
 * One sentence-rule of the specification and the acceptance tests that prove it.
 * A proof is a test's full name, `suite > group > test`; `*` stands for anything, so that a table of cases is one proof.
 */
export interface SpecificationRule {
  readonly id: string;
  readonly rule: string;
  readonly provedBy: readonly [string, ...string[]];
}

export interface RuleSection {
  /** Heading of the specification. */
  readonly heading: string;
  readonly rules: readonly SpecificationRule[];
}

/** Numbers a section's rules: `BASE-1`, `BASE-2`, … Rules are only ever added at the end, so that numbers keep. */
export function section(heading: string, prefix: string, rules: readonly (readonly [rule: string, ...provedBy: [string, ...string[]]])[]): RuleSection {
  return { heading, rules: rules.map(([rule, ...provedBy], index) => ({ id: `${prefix}-${index + 1}`, rule, provedBy })) };
}
