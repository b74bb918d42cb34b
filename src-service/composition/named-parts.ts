import { closestMatch } from 'leven';
import { isGallery, type ParameterDefinition } from '../../src-core/contract/templates.ts';
import type { FieldError } from '../../src-core/contract/errors.ts';
import { fieldsRefused } from '../service-error.ts';
import type { EntryCall } from './entry-call.ts';

type Definitions = Readonly<Record<string, ParameterDefinition>>;

/**
 * A template's values: `parameters`, and the text parts of a form that are named for its variables, as the public SDKs
 * send them (service-facts 4.6). Throws 400 for a part that no variable is named, with the variable that was most likely
 * meant, and for a value that is given both ways: nothing that was sent is dropped in silence. Idempotency keeps it.
 */
export function parametersOf(
  definitions: Definitions,
  { parameters, parts, files }: EntryCall,
): Readonly<Record<string, unknown>> {
  const names = [...new Set([...parts.keys(), ...files.map(({ field }) => field)])];
  const strays = names
    .filter((name) => !Object.hasOwn(definitions, name))
    .map((name) => strayPart(name, Object.keys(definitions)));
  const twice = [...parts.keys()].filter((name) => isGiven(parameters, name)).map(givenTwice);
  if (strays.length + twice.length > 0) throw fieldsRefused([...strays, ...twice], { keep: true });
  return {
    ...parameters,
    ...Object.fromEntries([...parts].map(([name, values]) => [name, valueOf(definitions[name], values)])),
  };
}

const isGiven = (parameters: Readonly<Record<string, unknown>>, name: string) =>
  Object.hasOwn(parameters, name) && parameters[name] !== null && parameters[name] !== '';

/** Several parts of one name are an array; so is one of an array's. */
function valueOf(definition: ParameterDefinition | undefined, values: readonly unknown[]): unknown {
  const [only] = values;
  if (values.length > 1 || (definition !== undefined && isGallery(definition.binding) && !Array.isArray(only)))
    return values;
  return only;
}

function strayPart(name: string, known: readonly string[]): FieldError {
  const nearest = closestMatch(name, known);
  const message =
    nearest === undefined
      ? '이 템플릿에는 입력 항목이 없습니다'
      : `템플릿에 없는 항목입니다 (가장 가까운 항목: ${nearest})`;
  return { field: name, message, ...(nearest === undefined ? {} : { requiredValue: known }), constraint: 'enum' };
}

const givenTwice = (name: string): FieldError => ({
  field: name,
  message: '값을 한 번만 지정하세요 (폼 항목 또는 parameters 중 하나)',
  requiredValue: 1,
  constraint: 'max',
});
