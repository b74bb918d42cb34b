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
 * (`TextRef` in src-core/ipc/text-ref.ts). Keys that come in a variable are named where the variable is filled.
 */
export function messageKeysIn(file: SourceFile): KeyUse[] {
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ESNext, true, file.path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const uses: KeyUse[] = [];
  const add = (node: ts.Node, written: string, pattern: string): void => {
    uses.push({ path: file.path, line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1, written, pattern: new RegExp(`^${pattern}$`) });
  };
  const take = (node: ts.Expression, isKey: (text: string) => boolean): void => {
    if (ts.isConditionalExpression(node)) {
      take(node.whenTrue, isKey);
      take(node.whenFalse, isKey);
    } else if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) take(node.expression, isKey);
    else if (ts.isStringLiteralLike(node)) {
      if (isKey(node.text)) add(node, node.text, escaped(node.text));
    } else if (ts.isTemplateExpression(node) && node.head.text.includes('.')) {
      const tail = node.templateSpans.map((span) => `[\\w.-]+${escaped(span.literal.text)}`).join('');
      add(node, node.getText().slice(1, -1), `${escaped(node.head.text)}${tail}`);
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && nameOf(node.expression) === 't' && node.arguments[0] !== undefined) take(node.arguments[0], () => true);
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'key') take(node.initializer, (text) => DOTTED.test(text));
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
