import ts from 'typescript';

/** One small change of a module that some test has to notice. */
export interface Mutant {
  /** Number by which it is switched on: counted through all modules of a run. */
  readonly id: number;
  /** `module: before → after`, and `(2)` for the second of the same; keeps its words when lines move. */
  readonly key: string;
  readonly module: string;
  /** From 1. */
  readonly line: number;
}

export interface MutatedModule {
  /** The module with all of its mutants, each behind its switch: none is on unless its number is asked for. */
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

const SWITCH = '__mutantIsOn';
/** drizzle-orm as a whole, for the operators that a module has not imported itself. */
const QUERIES = '__queries';

/** Calls of a chain that can be left out: what is left is still of the same kind. */
const DROPPED_CALLS = new Set([
  ...['filter', 'sort', 'toSorted', 'reverse', 'trim', 'toLowerCase', 'toUpperCase'],
  ...[
    'optional',
    'nullable',
    'nullish',
    'refine',
    'superRefine',
    'regex',
    'int',
    'positive',
    'nonnegative',
    'strict',
    'for',
  ],
]);
const SWAPPED_CALLS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  floor: 'ceil',
  ceil: 'floor',
  min: 'max',
  max: 'min',
};
const SWAPPED_QUERIES: Readonly<Record<string, string>> = {
  eq: 'ne',
  ne: 'eq',
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
  asc: 'desc',
  desc: 'asc',
  isNull: 'isNotNull',
  isNotNull: 'isNull',
};
const JOINING_QUERIES = new Set(['and', 'or']);

const SWAPPED_OPERATORS: Readonly<Partial<Record<ts.SyntaxKind, readonly string[]>>> = {
  [ts.SyntaxKind.LessThanToken]: ['<='],
  [ts.SyntaxKind.LessThanEqualsToken]: ['<'],
  [ts.SyntaxKind.GreaterThanToken]: ['>='],
  [ts.SyntaxKind.GreaterThanEqualsToken]: ['>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: ['!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: ['==='],
  [ts.SyntaxKind.AmpersandAmpersandToken]: ['||'],
  [ts.SyntaxKind.BarBarToken]: ['&&'],
  [ts.SyntaxKind.PlusToken]: ['-'],
  [ts.SyntaxKind.MinusToken]: ['+'],
  [ts.SyntaxKind.AsteriskToken]: ['/'],
  [ts.SyntaxKind.SlashToken]: ['*'],
  [ts.SyntaxKind.PercentToken]: ['*'],
};

/**
 * Writes a module anew with every mutant that its rules have: conditions that always or never hold, bounds that move by
 * one, other operators, numbers and truth values, calls of a chain and conditions of a query left out, statements not run.
 * Texts, types and what loops end by stay as they are.
 */
export function mutate(module: string, text: string, firstId = 1): MutatedModule {
  const source = ts.createSourceFile(module, text, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const seen = new Map<string, number>();

  /** The same however the lines are broken. */
  const told = (words: string) =>
    words
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/,? ([)\]}])/g, '$1')
      .replaceAll(/([([{]) /g, '$1')
      .replaceAll(/ (\??\.)/g, '$1')
      .slice(0, 90);
  function mark(node: ts.Node, after: string): string {
    const change = `${module}: ${told(node.getText(source))} → ${told(after)}`;
    const times = (seen.get(change) ?? 0) + 1;
    seen.set(change, times);
    const id = firstId + mutants.length;
    mutants.push({
      id,
      key: times === 1 ? change : `${change} (${times})`,
      module,
      line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
    });
    return `${SWITCH}(${id})`;
  }

  /** The text of a node with the mutants of everything below it. */
  function written(node: ts.Node): string {
    const parts: string[] = [];
    let at = node.getStart(source);
    node.forEachChild((child) => {
      if (child.getStart(source) < at) return;
      parts.push(text.slice(at, child.getStart(source)), rewritten(child));
      at = child.getEnd();
    });
    parts.push(text.slice(at, node.getEnd()));
    return parts.join('');
  }

  function rewritten(node: ts.Node): string {
    if (isOfTypes(node)) return node.getText(source);
    if (ts.isExpressionStatement(node)) return withoutStatement(node);
    const own = written(node);
    const alternatives = ts.isExpression(node) ? alternativesOf(node, source) : [];
    if (alternatives.length === 0) return own;
    return alternatives.reduceRight(
      (rest, after) => `(${mark(node, after)} ? ${after === '' ? 'undefined' : after} : ${rest})`,
      own,
    );
  }

  function withoutStatement(node: ts.ExpressionStatement): string {
    const { expression } = node;
    const isDirective = ts.isStringLiteral(expression);
    const isSuper = ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
    if (isDirective || isSuper || isStepOfLoop(node)) return written(node);
    const off = mark(node, 'nothing');
    // In brackets of its own: an `else` that follows is not this `if`'s.
    return `{ if (!${off}) { ${written(node)} } }`;
  }

  const body = source.statements
    .map((statement) => text.slice(statement.getFullStart(), statement.getStart(source)) + rewritten(statement))
    .join('');
  return { code: body + text.slice(source.statements.end), mutants };
}

/** What has to stand before a mutated module's code. */
export const prelude = (switchPath: string, code: string): string =>
  `import { isOn as ${SWITCH} } from ${JSON.stringify(switchPath)};${code.includes(`${QUERIES}.`) ? `import * as ${QUERIES} from 'drizzle-orm';` : ''}`;

function isOfTypes(node: ts.Node): boolean {
  return (
    ts.isTypeNode(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isImportDeclaration(node) ||
    ts.isExportDeclaration(node) ||
    ts.isTypeParameterDeclaration(node)
  );
}

/** A statement that a loop may wait for: without it the loop would not end, which tells nothing of the tests. */
function isStepOfLoop(node: ts.ExpressionStatement): boolean {
  const { expression } = node;
  const isStep =
    ts.isPostfixUnaryExpression(expression) ||
    ts.isPrefixUnaryExpression(expression) ||
    (ts.isBinaryExpression(expression) && expression.operatorToken.kind !== ts.SyntaxKind.EqualsToken);
  return isStep && ts.findAncestor(node, (above) => ts.isIterationStatement(above, false)) !== undefined;
}

/** What may stand in the place of an expression. */
function alternativesOf(node: ts.Expression, source: ts.SourceFile): string[] {
  const { parent } = node;
  const told = (one: ts.Node) => one.getText(source);
  if (isNameOf(node) || isInChain(node)) return [];
  const found: string[] = [];
  if (isCondition(node)) found.push(...(isLoop(parent) ? ['false'] : outcomesOf(parent)));
  if (isLoop(parent) || (ts.isForStatement(parent) && node === parent.incrementor))
    return found.filter((after) => after !== told(node));
  if (ts.isBinaryExpression(node)) found.push(...binaryAlternatives(node, told));
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken && !isCondition(node))
    found.push(told(node.operand));
  if (ts.isCallExpression(node)) found.push(...callAlternatives(node, told));
  if (ts.isNumericLiteral(node)) found.push(`(${told(node)} + 1)`);
  if (ts.isBigIntLiteral(node)) found.push(`(${told(node)} + 1n)`);
  if (node.kind === ts.SyntaxKind.TrueKeyword) found.push('false');
  if (node.kind === ts.SyntaxKind.FalseKeyword) found.push('true');
  return [...new Set(found)].filter((after) => after !== told(node));
}

function binaryAlternatives(node: ts.BinaryExpression, told: (one: ts.Node) => string): string[] {
  const { left, right, operatorToken } = node;
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return [`(${told(left)})`, `(${told(right)})`];
  const isEquality =
    operatorToken.kind === ts.SyntaxKind.EqualsEqualsEqualsToken ||
    operatorToken.kind === ts.SyntaxKind.ExclamationEqualsEqualsToken;
  // A condition already stands for always and for never.
  if (isEquality && isCondition(node)) return [];
  if (
    operatorToken.kind === ts.SyntaxKind.PlusToken &&
    [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))
  )
    return [];
  return (SWAPPED_OPERATORS[operatorToken.kind] ?? []).map(
    (operator) => `((${told(left)}) ${operator} (${told(right)}))`,
  );
}

function callAlternatives(node: ts.CallExpression, told: (one: ts.Node) => string): string[] {
  const given = node.arguments.map(told);
  if (ts.isIdentifier(node.expression)) {
    const name = node.expression.text;
    const swapped = SWAPPED_QUERIES[name];
    if (swapped !== undefined) return [`${QUERIES}.${swapped}(${given.join(', ')})`];
    // A query without one of its conditions.
    if (JOINING_QUERIES.has(name))
      return given.map((_, left) => `${name}(${given.filter((__, index) => index !== left).join(', ')})`);
    return [];
  }
  if (!ts.isPropertyAccessExpression(node.expression)) return [];
  const { name, expression } = node.expression;
  if (DROPPED_CALLS.has(name.text)) return [told(expression)];
  const swapped = SWAPPED_CALLS[name.text];
  const isMath = ts.isIdentifier(expression) && expression.text === 'Math';
  const isOfLists = name.text === 'some' || name.text === 'every';
  return swapped !== undefined && (isMath || isOfLists) ? [`${told(expression)}.${swapped}(${given.join(', ')})`] : [];
}

/** What a condition may be made to; of a joined one what does not decide the whole, which has mutants of its own. */
function outcomesOf(parent: ts.Node): readonly string[] {
  if (!ts.isBinaryExpression(parent)) return ['true', 'false'];
  return parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? ['true'] : ['false'];
}

const isLoop = (node: ts.Node): boolean =>
  ts.isForStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node);

function isCondition(node: ts.Expression): boolean {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  if (ts.isForStatement(parent)) return parent.condition === node;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return (
    ts.isBinaryExpression(parent) &&
    (parent.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ||
      parent.operatorToken.kind === ts.SyntaxKind.BarBarToken) &&
    parent.left === node
  );
}

/** A name of a property is no value, though it may be written as a number. */
function isNameOf(node: ts.Expression): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isEnumMember(parent) ||
      ts.isMethodDeclaration(parent)) &&
    parent.name === (node as ts.Node)
  );
}

/** Inside `a?.b.c()` a part cannot be set in brackets by itself: the rest would no longer be skipped with it. */
function isInChain(node: ts.Expression): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) ||
      ts.isCallExpression(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isNonNullExpression(parent)) &&
    parent.expression === node &&
    (parent.flags & ts.NodeFlags.OptionalChain) !== 0
  );
}
