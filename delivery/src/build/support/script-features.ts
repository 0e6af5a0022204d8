import { type AnyNode, type MemberExpression, type Node, parse } from 'acorn';
import { ancestor, full } from 'acorn-walk';
import {
  isKnownGlobal,
  type NewerFeature,
  newerGlobal,
  newerMember,
  newerMemberOf,
} from './features.ts';

/** A place in a built file; lines begin at 1 and columns at 0. */
export type Place = { readonly line: number; readonly column: number };
export type Found = NewerFeature & { readonly place: Place };

/** The newest syntax that every browser of `.browserslistrc` has. */
const SYNTAX = 2022;
/** The names of the global object. */
const GLOBALS = new Set(['window', 'self', 'globalThis']);

/**
 * Newer features that a built script uses without a guard. A guard is `typeof X`, `'x' in y`, an optional call or
 * member, or a condition that reads the name before.
 */
export function newerInScript(code: string): Found[] {
  const found: Found[] = [];
  let program: Node;
  try {
    program = parse(code, { ecmaVersion: SYNTAX, sourceType: 'script', locations: true });
  } catch (error) {
    const { message, loc } = error as SyntaxError & { loc: Place };
    return [{ feature: `syntax: ${message}`, since: `ES${SYNTAX}`, place: loc }];
  }
  const own = declaredNames(program);
  const isGlobal = (node: Node): node is Node & { name: string } =>
    (node as AnyNode).type === 'Identifier' && !own.has((node as unknown as { name: string }).name);

  const report = (
    node: Node,
    names: readonly string[],
    newer: NewerFeature | undefined,
    ancestors: readonly Node[],
  ) => {
    const isFree = names.some((name) => isGuarded(node, name, ancestors as AnyNode[]));
    if (newer && node.loc && !isFree) found.push({ ...newer, place: node.loc.start });
  };
  ancestor(program, {
    Identifier(node, _, ancestors) {
      if (isGlobal(node)) report(node, [node.name], newerGlobal(node.name), ancestors);
    },
    MemberExpression(node, _, ancestors) {
      const name = nameOfMember(node);
      if (name === undefined) return;
      const owner = node.object as AnyNode;
      const ownerName = isGlobal(owner) ? owner.name : '';
      if (!/^[A-Z]/.test(ownerName) && !isNeeded(node, ancestors as AnyNode[])) return;
      const newer = GLOBALS.has(ownerName)
        ? newerGlobal(name)
        : isKnownGlobal(ownerName)
          ? newerMemberOf(ownerName, name)
          : newerMember(name);
      report(node, [name, ownerName], newer, ancestors);
    },
  });
  return found;
}

/** Whether the script fails without the member: it is called, or a member of it is read. */
function isNeeded(node: Node, ancestors: readonly AnyNode[]): boolean {
  const [parent] = ancestors.slice(-2);
  return (
    (parent?.type === 'CallExpression' && parent.callee === node) ||
    (parent?.type === 'NewExpression' && parent.callee === node) ||
    (parent?.type === 'MemberExpression' && parent.object === node)
  );
}

function nameOfMember({ computed, property }: MemberExpression): string | undefined {
  if (!computed) return property.type === 'Identifier' ? property.name : undefined;
  return property.type === 'Literal' && typeof property.value === 'string'
    ? property.value
    : undefined;
}

/** Every name that the script declares anywhere: minified names are few and short. */
function declaredNames(program: Node): Set<string> {
  const names = new Set<string>();
  ancestor(program, {
    Pattern(node) {
      if ((node as AnyNode).type === 'Identifier')
        names.add((node as unknown as { name: string }).name);
    },
    Function(node) {
      if (node.id) names.add(node.id.name);
    },
    Class(node) {
      if (node.id) names.add(node.id.name);
    },
  } as Parameters<typeof ancestor>[1]);
  return names;
}

/** @param ancestors from the program down to the node itself */
function isGuarded(node: Node, name: string, ancestors: readonly AnyNode[]): boolean {
  const [parent] = ancestors.slice(-2);
  if (parent === undefined) return false;
  if (parent.type === 'UnaryExpression' && parent.operator === 'typeof') return true;
  if (parent.type === 'CallExpression' && parent.callee === node && parent.optional) return true;
  if (parent.type === 'MemberExpression' && parent.object === node && parent.optional) return true;
  return ancestors.some((one, index) => {
    const child = ancestors[index + 1];
    switch (one.type) {
      case 'LogicalExpression':
        return child === one.left ? isRead(node, one.left) : mentions(one.left, name);
      case 'ConditionalExpression':
      case 'IfStatement':
        return child === one.test ? isRead(node, one.test) : mentions(one.test, name);
      case 'BlockStatement':
      case 'Program':
        return one.body
          .slice(0, one.body.indexOf(child as never))
          .some((before) => before.type === 'IfStatement' && mentions(before.test, name));
      default:
        return false;
    }
  });
}

/** In a condition a member is only read, as `!a.b` and `a.b === c` do. */
function isRead(node: Node, condition: AnyNode): boolean {
  if (node === condition) return true;
  if (condition.type === 'UnaryExpression') return isRead(node, condition.argument);
  if (condition.type === 'BinaryExpression')
    return [condition.left, condition.right].some((side) => side === node);
  return false;
}

function mentions(condition: Node, name: string): boolean {
  let found = false;
  full(condition, (one) => {
    const node = one as AnyNode;
    found ||=
      (node.type === 'Identifier' && node.name === name) ||
      (node.type === 'Literal' && node.value === name) ||
      (node.type === 'MemberExpression' && nameOfMember(node) === name);
  });
  return found;
}
