import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '../../src-core/ipc/contract.ts';

interface Node {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: Node;
  readonly prefixItems?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly propertyNames?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly allOf?: readonly Node[];
  /** `#/$defs/Name`: a schema that has a name of its own. */
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Node>>;
}

/** What a step sets, and what its inverse sets: a part of a document, which is held against the document's own schema before it is kept. */
const HELD_BEHIND = ['layouts.append.lines[].set[].to', 'layouts.append.lines[].back[].to'];

/** What zod gives a whole number of which nothing was said. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** Places in what the window may send where a string, a list or a number may be as large as it likes. */
function unlimited(node: Node, place: string, named: Readonly<Record<string, Node>> = node.$defs ?? {}): string[] {
  if (node.$ref !== undefined) {
    const { [node.$ref.replace('#/$defs/', '')]: meant, ...others } = named;
    // One that is not there, or holds itself without end, is never a pass.
    return meant === undefined ? [`${place}: ${node.$ref}`] : unlimited(meant, place, others);
  }
  const below = [
    ...Object.entries(node.properties ?? {}).flatMap(([name, child]) => unlimited(child, `${place}.${name}`, named)),
    ...[...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].flatMap((child) =>
      unlimited(child, place, named),
    ),
    ...(node.items === undefined ? [] : unlimited(node.items, `${place}[]`, named)),
    ...(node.prefixItems ?? []).flatMap((child, index) => unlimited(child, `${place}[${index}]`, named)),
    ...(typeof node.additionalProperties === 'object'
      ? [`${place}: any number of names`, ...unlimited(node.additionalProperties, `${place}.*`, named)]
      : []),
  ];
  if (node.enum !== undefined || node.const !== undefined) return below;
  const isLeaf =
    node.properties === undefined && node.anyOf === undefined && node.oneOf === undefined && node.allOf === undefined;
  if (node.type === undefined && isLeaf && !place.endsWith('.not')) return [...below, `${place}: anything at all`];
  const types = [node.type ?? []].flat();
  if (types.includes('string') && node.maxLength === undefined) below.push(`${place}: text`);
  if (types.includes('array') && node.maxItems === undefined && node.prefixItems === undefined)
    below.push(`${place}: list`);
  if (types.some((type) => type === 'number' || type === 'integer')) {
    const most = node.maximum ?? node.exclusiveMaximum ?? NO_LIMIT;
    const least = node.minimum ?? node.exclusiveMinimum ?? -NO_LIMIT;
    if (most >= NO_LIMIT || least <= -NO_LIMIT) below.push(`${place}: number`);
  }
  return below;
}

const nodeOf = (schema: z.ZodType): Node => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;

it('every text, list and number that the window can send has limits', () => {
  const open = Object.entries(contract)
    .flatMap(([channel, { input }]) => unlimited(nodeOf(input), channel))
    .filter((place) => !HELD_BEHIND.some((one) => place.startsWith(one)));
  expect(open).toEqual([]);
});

it.each([
  ['text', z.object({ a: z.object({ b: z.string() }) }), 'x.a.b: text'],
  ['text in a list', z.array(z.string()).max(3), 'x[]: text'],
  ['a list', z.array(z.enum(['a'])), 'x: list'],
  ['a number', z.object({ a: z.number() }), 'x.a: number'],
  ['a number without a floor', z.number().max(3), 'x: number'],
  ['a whole number', z.int(), 'x: number'],
  ['what may be left out', z.object({ a: z.string().nullable().optional() }), 'x.a: text'],
  ['names', z.record(z.string().max(3), z.boolean()), 'x: any number of names'],
  ['anything', z.object({ a: z.unknown() }), 'x.a: anything at all'],
])('finds %s without a limit', (_, schema, found) => {
  expect(unlimited(nodeOf(schema), 'x')).toContain(found);
});
