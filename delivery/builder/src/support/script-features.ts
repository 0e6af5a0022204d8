import { type AnyNode, type CallExpression, type MemberExpression, type Node, parse } from 'acorn';
import { ancestor, full } from 'acorn-walk';
import {
  isKnownGlobal,
  type NewerFeature,
  newerArgument,
  newerAttribute,
  newerDeclaration,
  newerEvent,
  newerGlobal,
  newerMember,
  newerMemberOf,
  newerSelector,
} from './features.ts';
import { newerInStyles, selectorNames } from './style-features.ts';

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
  const memberOf = (ownerName: string, name: string) =>
    GLOBALS.has(ownerName)
      ? newerGlobal(name)
      : isKnownGlobal(ownerName)
        ? newerMemberOf(ownerName, name)
        : newerMember(name);
  /** `URL`, also as `window.URL` and by a constant that is one of them; empty for any other object. */
  const ownerNameOf = (owner: AnyNode, ancestors: readonly Node[]): string => {
    if (owner.type === 'MemberExpression') {
      const name = nameOfMember(owner) ?? '';
      return /^[A-Z]/.test(name) && isKnownGlobal(name) ? name : '';
    }
    if (isGlobal(owner)) return owner.name;
    const value = constantOf(owner, ancestors as AnyNode[]);
    return value.type === 'MemberExpression' || isGlobal(value)
      ? ownerNameOf(value, ancestors)
      : '';
  };
  const reportPattern = (pattern: AnyNode, ownerName: string, ancestors: readonly Node[]) => {
    if (pattern.type !== 'ObjectPattern') return;
    for (const property of pattern.properties) {
      if (property.type !== 'Property' || property.key.type !== 'Identifier') continue;
      const { name } = property.key;
      report(property, [name, ownerName], memberOf(ownerName, name), ancestors);
      if (GLOBALS.has(ownerName)) reportPattern(property.value, name, ancestors);
    }
  };
  ancestor(program, {
    Identifier(node, _, ancestors) {
      if (isGlobal(node)) report(node, [node.name], newerGlobal(node.name), ancestors);
    },
    MemberExpression(node, _, ancestors) {
      const name = nameOfMember(node);
      if (name === undefined) return;
      const ownerName = ownerNameOf(node.object as AnyNode, ancestors);
      if (!/^[A-Z]/.test(ownerName) && !isNeeded(node, ancestors as AnyNode[])) return;
      report(node, [name, ownerName], memberOf(ownerName, name), ancestors);
    },
    VariableDeclarator(node, _, ancestors) {
      const ownerName = node.init ? ownerNameOf(node.init as AnyNode, ancestors) : '';
      // What is missing of an object, such as `navigator`, is undefined.
      if (/^[A-Z]/.test(ownerName) || GLOBALS.has(ownerName))
        reportPattern(node.id as AnyNode, ownerName, ancestors);
    },
    AssignmentExpression(node, _, ancestors) {
      const { left } = node;
      if (left.type !== 'MemberExpression') return;
      const name = nameOfMember(left) ?? '';
      const isStyle =
        left.object.type === 'MemberExpression' && nameOfMember(left.object) === 'style';
      const newer = isStyle ? newerDeclaration(name) : newerAssigned(name);
      report(node, [name], newer, ancestors);
    },
    CallExpression(node, _, ancestors) {
      for (const [name, newer] of newerInCall(node)) report(node, [name], newer, ancestors);
      for (const newer of newerInQuery(node, ancestors as AnyNode[]))
        report(node, [], newer, ancestors);
    },
    NewExpression(node, _, ancestors) {
      for (const [name, newer] of newerInCall(node)) report(node, [name], newer, ancestors);
    },
  });
  return found;
}

type Call = Pick<CallExpression, 'callee' | 'arguments'>;
type Asked = readonly [name: string, newer: NewerFeature | undefined];

/** What the arguments of a call ask for, by the name that a guard has. */
function newerInCall({ callee, arguments: given }: Call): Asked[] {
  const method = methodOf(callee as AnyNode);
  const [first, second] = given as readonly (AnyNode | undefined)[];
  const text = textOf(first);
  if (text !== undefined) {
    if (method === 'RegExp') return [['RegExp', newerExpression(text, textOf(second) ?? '')]];
    if (SELECTS.has(method)) return selectorNames(text).map((name) => [name, newerSelector(name)]);
    if (method === 'addEventListener') return [[`on${text}`, newerEvent(text)]];
    if (method === 'setAttribute') return [[text, newerAttribute('*', text)]];
    if (method === 'setProperty') return [[text, newerDeclaration(text)]];
    if (CREATES.has(method)) return attributesOf(text, second);
  }
  return (given as readonly AnyNode[]).flatMap((argument): Asked[] => {
    const word = textOf(argument);
    if (word !== undefined) return [[word, newerArgument(method, word)]];
    return propertiesOf(argument).map(([key]) => [key, newerArgument(method, key)]);
  });
}

/** Newer features of the query that is given to `matchMedia`; what stands in it is a length. */
function newerInQuery({ callee, arguments: given }: Call, ancestors: readonly AnyNode[]) {
  const [first] = given as readonly (AnyNode | undefined)[];
  if (!first || methodOf(callee as AnyNode) !== 'matchMedia') return [];
  const query = constantOf(first, ancestors);
  const text =
    query.type === 'TemplateLiteral'
      ? query.quasis.map(({ value }) => value.cooked).join('1px')
      : textOf(query);
  return text === undefined ? [] : newerInStyles(`@media ${text}{}`);
}

/** Methods whose first argument is a selector, and functions that make an element of React. */
const SELECTS = new Set(['querySelector', 'querySelectorAll', 'matches', 'closest']);
const CREATES = new Set(['jsx', 'jsxs', 'jsxDEV', 'createElement']);

function methodOf(callee: AnyNode): string {
  // `(0, react.jsx)(…)`
  if (callee.type === 'SequenceExpression') return methodOf(callee.expressions.at(-1) as AnyNode);
  if (callee.type === 'MemberExpression') return nameOfMember(callee) ?? '';
  return callee.type === 'Identifier' ? callee.name : '';
}

function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node?.type !== 'TemplateLiteral' || node.expressions.length > 0) return undefined;
  return node.quasis[0]?.value.cooked ?? undefined;
}

const propertiesOf = (node: AnyNode | undefined): (readonly [key: string, value: AnyNode])[] =>
  node?.type !== 'ObjectExpression'
    ? []
    : node.properties.flatMap((property) => {
        if (property.type !== 'Property' || property.computed) return [];
        const key = property.key as AnyNode;
        const name = key.type === 'Identifier' ? key.name : textOf(key);
        return name === undefined ? [] : [[name, property.value as AnyNode] as const];
      });

/** The attributes of an element of React, and its styles. */
const attributesOf = (element: string, attributes: AnyNode | undefined): Asked[] =>
  propertiesOf(attributes).flatMap(([name, value]): Asked[] =>
    name === 'style'
      ? propertiesOf(value).map(([property]) => [property, newerDeclaration(property)])
      : [[name, newerAttribute(element, name)]],
  );

/** A property of an element that is set: what has an attribute or an event of the same name. */
const newerAssigned = (name: string): NewerFeature | undefined =>
  /^on[a-z]/.test(name)
    ? newerEvent(name.slice(2))
    : // `popoverTargetElement` belongs to `popovertarget`.
      newerAttribute('*', name.replace(/Element$/, '')) && newerMember(name);

function newerExpression(source: string, flags: string): NewerFeature | undefined {
  try {
    parse(`/${source.replace(/(?<!\\)\//g, '\\/')}/${flags}`, { ecmaVersion: SYNTAX });
    return undefined;
  } catch (error) {
    return { feature: `syntax: ${(error as Error).message}`, since: `ES${SYNTAX}` };
  }
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

/** What the constant that a name means is set to; any other expression itself. */
function constantOf(node: AnyNode, ancestors: readonly AnyNode[]): AnyNode {
  if (node.type !== 'Identifier') return node;
  const isName = (one: unknown) =>
    (one as AnyNode).type === 'Identifier' && (one as typeof node).name === node.name;
  for (const scope of ancestors.toReversed()) {
    if ('params' in scope && scope.params.some(isName)) return node;
    if (scope.type !== 'BlockStatement' && scope.type !== 'Program') continue;
    const declared = scope.body
      .flatMap((one) => (one.type === 'VariableDeclaration' ? one.declarations : []))
      .find(({ id }) => isName(id));
    if (declared) return (declared.init ?? node) as AnyNode;
  }
  return node;
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
  if (condition.type === 'ChainExpression') return isRead(node, condition.expression);
  if (condition.type === 'BinaryExpression')
    return [condition.left, condition.right].some((side) => isRead(node, side as AnyNode));
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
