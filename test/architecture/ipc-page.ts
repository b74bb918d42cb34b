import ts from 'typescript';
import * as activity from '../../src-core/ipc/subjects/activity.ts';
import * as app from '../../src-core/ipc/subjects/app.ts';
import * as checks from '../../src-core/ipc/subjects/checks.ts';
import * as connections from '../../src-core/ipc/subjects/connections.ts';
import * as credit from '../../src-core/ipc/subjects/credit.ts';
import * as fixes from '../../src-core/ipc/subjects/fixes.ts';
import * as imports from '../../src-core/ipc/subjects/imports.ts';
import * as layouts from '../../src-core/ipc/subjects/layouts.ts';
import * as library from '../../src-core/ipc/subjects/library.ts';
import * as layoutDocument from '../../src-core/layout/document.ts';
import * as layoutEntries from '../../src-core/layout/themed/entries.ts';
import * as layoutHistory from '../../src-core/layout/history.ts';
import * as queue from '../../src-core/ipc/subjects/queue.ts';
import * as shownOrders from '../../src-core/ipc/subjects/orders.ts';
import * as verdicts from '../../src-core/preflight/verdicts.ts';
import * as credits from '../../src-core/contract/credits.ts';
import * as orders from '../../src-core/contract/orders.ts';
import * as templates from '../../src-core/contract/templates.ts';
import * as specs from '../../src-core/contract/specs.ts';
import * as machine from '../../src-core/desk/upload-machine.ts';
import * as findings from '../../src-core/preflight/finding.ts';
import { TOPICS } from '../../src-core/ipc/channel-definition.ts';
import { contract, topicsOf, type Channel } from '../../src-core/ipc/contract.ts';
import { textRefSchema } from '../../src-core/text-ref.ts';
import { filesUnder, type SourceFile } from './source-files.ts';

/** What this page reads of a zod schema. */
interface Schema {
  readonly def: {
    readonly type: string;
    readonly shape?: Readonly<Record<string, Schema>>;
    readonly element?: Schema;
    readonly innerType?: Schema;
    readonly in?: Schema;
    readonly options?: readonly Schema[];
    readonly entries?: Readonly<Record<string, string>>;
    readonly values?: readonly unknown[];
    readonly keyType?: Schema;
    readonly valueType?: Schema;
    readonly items?: readonly Schema[];
  };
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && 'def' in value;
const titleOf = (name: string): string => `${(name[0] ?? '').toUpperCase()}${name.slice(1).replace(/Schema$/, '')}`;

/** Schemas with a name of their own. */
const NAMES = new Map<unknown, string>([
  ...Object.entries({
    ...credits,
    ...orders,
    ...specs,
    ...machine,
    ...findings,
    ...verdicts,
    ...activity,
    ...app,
    ...checks,
    ...connections,
    ...credit,
    ...fixes,
    ...imports,
    ...layouts,
    ...layoutDocument,
    ...layoutEntries,
    ...layoutHistory,
    ...templates,
    ...library,
    ...queue,
    ...shownOrders,
  }).flatMap(([name, value]) => (isSchema(value) && name.endsWith('Schema') ? [[value, titleOf(name)] as const] : [])),
  [textRefSchema, 'TextRef'],
]);

/** A schema as TypeScript would write it, named ones by their name. Throws at a kind that it does not know: the page would lie. */
export function written(schema: Schema, isTop = false): string {
  const name = NAMES.get(schema);
  if (name !== undefined && !isTop) return name;
  const { def } = schema;
  const inner = (): string => written(def.innerType as Schema);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([key, value]) => {
        const isOptional = value.def.type === 'optional' || value.def.type === 'default';
        return `${key}${isOptional ? '?' : ''}: ${written(isOptional ? (value.def.innerType as Schema) : value)}`;
      });
      return fields.length === 0 ? 'nothing' : `{ ${fields.join('; ')} }`;
    }
    case 'array': {
      const of = written(def.element as Schema);
      return / /.test(of) ? `(${of})[]` : `${of}[]`;
    }
    case 'nullable':
      return `${inner()} | null`;
    case 'optional':
    case 'default':
    case 'readonly':
      return inner();
    case 'pipe':
      return written(def.in as Schema);
    case 'enum':
      return Object.values(def.entries ?? {})
        .map((value) => `'${value}'`)
        .join(' | ');
    case 'literal':
      return (def.values ?? []).map((value) => (typeof value === 'string' ? `'${value}'` : String(value))).join(' | ');
    case 'union':
      return (def.options ?? []).map((option) => written(option)).join(' | ');
    case 'record':
      return `Record<${written(def.keyType as Schema)}, ${written(def.valueType as Schema)}>`;
    case 'tuple':
      return `[${(def.items ?? []).map((item) => written(item)).join(', ')}]`;
    // Only z.json() holds itself.
    case 'lazy':
      return 'JSON';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
    case 'unknown':
      return def.type;
    default:
      throw new Error(`a schema of the kind ${def.type} is not written yet`);
  }
}

/** What stands above each channel in the file of its subject. */
function remarks(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, text } of filesUnder(['src-core/ipc/subjects'], /\.ts$/)) {
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && ts.isStringLiteral(node.name)) {
        const comments = ts.getLeadingCommentRanges(text, node.pos) ?? [];
        found.set(
          node.name.text,
          comments
            .map(({ pos, end }) =>
              text
                .slice(pos, end)
                .replace(/^\/\*\*|\*\/$|^\s*\* ?/gm, ' ')
                .replaceAll(/\s+/g, ' ')
                .trim(),
            )
            .join(' '),
        );
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  }
  return found;
}

/** Files of the window and the preload that name a channel as a text of the program. */
function usersOf(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const users = new Map<string, string[]>();
  for (const { path, text } of files) {
    const named = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) && node.text in contract) named.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(
      ts.createSourceFile(
        path,
        text,
        ts.ScriptTarget.Latest,
        false,
        path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
      ),
    );
    for (const channel of named) users.set(channel, [...(users.get(channel) ?? []), path]);
  }
  return users;
}

export const USERS = usersOf(
  filesUnder(['src-renderer', 'src-main/preload'], /(?<!\.test)\.tsx?$/).filter(
    ({ path }) => path !== 'src-renderer/bridge.ts' && !path.includes('/testing/'),
  ),
);

const inCell = (text: string): string => text.replaceAll('|', '\\|');
const code = (text: string): string => (text === 'nothing' || text === 'null' ? 'nothing' : `\`${inCell(text)}\``);

export function ipcPage(): string {
  const told = remarks();
  const all = Object.keys(contract) as Channel[];
  const subjects = [...new Set(all.map((channel) => channel.split('.')[0] ?? ''))];
  const lines = subjects.flatMap((subject) => [
    `## ${subject}`,
    '',
    '| channel | takes | answers | answered by | asked again when | used by |',
    '|---|---|---|---|---|---|',
    ...all
      .filter((channel) => channel.startsWith(`${subject}.`))
      .map((channel) => {
        const { input, output } = contract[channel];
        const isAsked = 'renewedBy' in contract[channel];
        const users = (USERS.get(channel) ?? [])
          .toSorted()
          .map((path) => `\`${path.replace('src-renderer/', '')}\``)
          .join(' ');
        const remark = told.get(channel) ?? '';
        return `| \`${channel}\`${remark === '' ? '' : `<br>${inCell(remark)}`} | ${code(written(input as Schema))} | ${code(written(output as Schema))} | ${'by' in contract[channel] ? 'shell' : 'desk'} | ${isAsked ? topicsOf(channel).join(', ') || 'each time' : ''} | ${users} |`;
      }),
    '',
  ]);
  const used = all.map(
    (channel) => written(contract[channel].output as Schema) + written(contract[channel].input as Schema),
  );
  const named = new Map([...NAMES].map(([schema, name]) => [name, schema as Schema]));
  const needed = new Set<string>();
  const need = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/(?<!['\w])([A-Z]\w+)(?!')/g)) {
      const schema = named.get(name);
      if (schema === undefined || needed.has(name)) continue;
      needed.add(name);
      need(written(schema, true));
    }
  };
  used.forEach(need);
  return [
    '# Calls of the window',
    '',
    '<!-- Written by test/architecture/ipc-reference.test.ts from src-core/ipc: change that, then UPDATE_REFERENCE=1 npx vitest run --project architecture ipc-reference -->',
    '',
    `Every channel between the window and the main process (\`src-core/ipc/subjects\`), ${all.length} of them. Input and output are checked on both`,
    'sides; an error crosses as a code of the [error table](errors.md) with a text of the catalogues. *Asked again when* names the',
    `topics of which a change makes the window ask anew (${TOPICS.length} there are); without any, the channel tells to do something. Files are below`,
    '`src-renderer` where they do not say otherwise.',
    '',
    ...lines,
    '## Shapes',
    '',
    '| name | fields |',
    '|---|---|',
    ...[...needed].toSorted().map((name) => `| \`${name}\` | ${code(written(named.get(name) as Schema, true))} |`),
    '',
  ].join('\n');
}
