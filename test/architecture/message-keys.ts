import ts from 'typescript';
import type { SourceFile } from './source-files.ts';

/** A key of the locale catalogues as code names it. */
export interface KeyUse {
  readonly path: string;
  readonly line: number;
  /** What is written: `orders.status.${status}` for a key that is put together. */
  readonly written: string;
  /** Matches the keys that this use may ask for. */
  readonly pattern: RegExp;
}

const DOTTED = /^[a-z][\w-]*(\.[\w-]+)+$/;

/**
 * The message keys that a file names: the first argument of `t(…)` and `text.t(…)`, and properties called `key` with a dotted name
 * (`TextRef` in src-core/text-ref.ts), and the title of every finding by its `ruleId`. Keys that come in a variable are named where the variable is filled.
 */
export function messageKeysIn(file: SourceFile): KeyUse[] {
  const source = ts.createSourceFile(
    file.path,
    file.text,
    ts.ScriptTarget.ESNext,
    true,
    file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const uses: KeyUse[] = [];
  const add = (node: ts.Node, written: string, pattern: string): void => {
    uses.push({
      path: file.path,
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      written,
      pattern: new RegExp(`^${pattern}$`),
    });
  };
  const take = (node: ts.Expression, keyOf: (text: string) => string | null): void => {
    if (ts.isConditionalExpression(node)) {
      take(node.whenTrue, keyOf);
      take(node.whenFalse, keyOf);
    } else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      take(node.expression, keyOf);
    else if (ts.isStringLiteralLike(node)) {
      const key = keyOf(node.text);
      if (key !== null) add(node, key, escaped(key));
    } else if (ts.isTemplateExpression(node) && node.head.text.includes('.')) {
      const tail = node.templateSpans.map((span) => `[\\w.-]+${escaped(span.literal.text)}`).join('');
      add(node, node.getText().slice(1, -1), `${escaped(node.head.text)}${tail}`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && nameOf(node.expression) === 't' && node.arguments[0] !== undefined)
      take(node.arguments[0], (text) => text);
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) {
      if (node.name.text === 'key') take(node.initializer, (text) => (DOTTED.test(text) ? text : null));
      if (node.name.text === 'ruleId') take(node.initializer, (text) => `findings.${text}.title`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return uses;
}

function nameOf(callee: ts.Expression): string | null {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
