import { COLOUR_OPERATORS } from './colour-operators.ts';
import { MARKED_CONTENT_OPERATORS } from './marked-content-operators.ts';
import { OBJECT_OPERATORS } from './object-operators.ts';
import { Operator, keyOf } from './operator.ts';
import { PATH_OPERATORS } from './path-operators.ts';
import { STATE_OPERATORS } from './state-operators.ts';
import { TEXT_OPERATORS } from './text-operators.ts';

const FAMILIES = [
  STATE_OPERATORS,
  PATH_OPERATORS,
  TEXT_OPERATORS,
  COLOUR_OPERATORS,
  OBJECT_OPERATORS,
  MARKED_CONTENT_OPERATORS,
];

type Run = ConstructorParameters<typeof Operator>[2];

/** Every operator of content streams by the key of its letters, each run as `around` makes of it. */
export const operatorsWith = (around: (name: string, run: Run) => Run): ReadonlyMap<number, Operator> =>
  new Map(
    FAMILIES.flatMap((family) =>
      Object.entries(family).map(
        ([name, [takes, run]]) => [keyOf(name), new Operator(name, takes, around(name, run))] as const,
      ),
    ),
  );

/** Every operator of content streams (ISO 32000-1, annex A) by the key of its letters. */
export const OPERATORS: ReadonlyMap<number, Operator> = operatorsWith((_, run) => run);
