/** The parts of a syntax tree (ESTree) in which a style can be written out. */
export type ExpressionNode =
  | { readonly type: 'Literal'; readonly value: unknown }
  | {
      readonly type: 'TemplateLiteral';
      readonly quasis: readonly { readonly value: { readonly cooked?: string | null } }[];
      readonly expressions: readonly ExpressionNode[];
    }
  | {
      readonly type: 'UnaryExpression';
      readonly operator: string;
      readonly argument: ExpressionNode;
    }
  | { readonly type: 'Identifier'; readonly name: string }
  | { readonly type: 'ObjectExpression'; readonly properties: readonly PropertyNode[] };

type PropertyNode =
  | { readonly type: 'SpreadElement'; readonly argument: ExpressionNode }
  | {
      readonly type: 'Property';
      readonly computed: boolean;
      readonly key: ExpressionNode;
      readonly value: ExpressionNode;
    };

type DeclarationNode = {
  readonly type: 'VariableDeclaration';
  readonly kind: string;
  readonly declarations: readonly {
    readonly id: { readonly type: string; readonly name?: string };
    readonly init?: ExpressionNode | null;
  }[];
};

export type ProgramNode = {
  readonly body: readonly (
    | DeclarationNode
    | { readonly type: 'ExportNamedDeclaration'; readonly declaration?: DeclarationNode | null }
    | { readonly type: 'Other' }
  )[];
};

/**
 * The value of a style that is written out: literals, objects, and constants of the module's top level. Undefined
 * for anything else, since its value is known only at run time.
 * @param program the module, if names mean its constants
 */
export function staticStyle(node: ExpressionNode, program: ProgramNode | undefined): unknown {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'object' ? undefined : node.value;
    case 'TemplateLiteral':
      return node.expressions.length > 0 ? undefined : node.quasis[0]?.value.cooked;
    case 'UnaryExpression': {
      const value = staticStyle(node.argument, program);
      return node.operator === '-' && typeof value === 'number' ? -value : undefined;
    }
    case 'Identifier': {
      const constant = constantOf(node.name, program);
      return constant && staticStyle(constant, program);
    }
    case 'ObjectExpression':
      return staticObject(node.properties, program);
    default:
      return undefined;
  }
}

function staticObject(
  properties: readonly PropertyNode[],
  program: ProgramNode | undefined,
): Record<string, unknown> | undefined {
  const found: Record<string, unknown> = {};
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = staticStyle(property.argument, program);
      if (typeof spread !== 'object') return undefined;
      Object.assign(found, spread);
      continue;
    }
    const { computed, key, value } = property;
    const name = !computed && key.type === 'Identifier' ? key.name : staticStyle(key, program);
    const known = staticStyle(value, program);
    if (name === undefined || known === undefined) return undefined;
    found[String(name)] = known;
  }
  return found;
}

function constantOf(name: string, program: ProgramNode | undefined): ExpressionNode | undefined {
  for (const statement of program?.body ?? []) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    const found = declaration.declarations.find(({ id }) => id.name === name);
    if (found) return found.init ?? undefined;
  }
  return undefined;
}
