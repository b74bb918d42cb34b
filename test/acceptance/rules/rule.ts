/**
 * Where a rule is asserted: a test's full name, `suite > group > test`, and behind an arrow, where the name does not tell
 * it, the assertion meant. `*` stands for the letters of a long name that are left out: a proof names one test.
 */
export type Proof = string;

/** One sentence-rule of the specification, and the acceptance tests that would notice if it did not hold. */
export interface SpecificationRule {
  readonly id: string;
  readonly rule: string;
  /** Tests that see what the rule promises. */
  readonly holds: readonly Proof[];
  /** Tests that see what must not happen, or a neighbour of the case that must come out otherwise; or why there is none. */
  readonly otherwise: readonly Proof[] | NoOpposite;
}

export interface NoOpposite {
  readonly none: string;
}

export interface RuleSection {
  /** Heading of the specification. */
  readonly heading: string;
  readonly rules: readonly SpecificationRule[];
}

type Proofs = Proof | readonly [Proof, ...Proof[]];
type WrittenRule = readonly [rule: string, holds: Proofs, otherwise: Proofs | NoOpposite];

const listed = (proofs: Proofs): readonly Proof[] => (typeof proofs === 'string' ? [proofs] : proofs);
const isNone = (given: Proofs | NoOpposite): given is NoOpposite => typeof given === 'object' && 'none' in given;

/** Numbers a section's rules: `BASE-1`, `BASE-2`, … Rules are only ever added at the end, so that numbers keep. */
export function section(heading: string, prefix: string, rules: readonly WrittenRule[]): RuleSection {
  return {
    heading,
    rules: rules.map(([rule, holds, otherwise], index) => ({
      id: `${prefix}-${index + 1}`,
      rule,
      holds: listed(holds),
      otherwise: isNone(otherwise) ? otherwise : listed(otherwise),
    })),
  };
}
