import { parseSync } from '@swc/core';

export type Import = {
  readonly specifier: string;
  /** `import type`, which is gone before anything runs. */
  readonly typeOnly: boolean;
};

type Node = {
  readonly type?: string;
  readonly source?: { readonly value?: string } | null;
  readonly typeOnly?: boolean;
  readonly callee?: { readonly type?: string; readonly value?: string };
  readonly arguments?: readonly { readonly expression?: Node & { readonly value?: string } }[];
  readonly argument?: { readonly value?: string };
};

/** Everything that a source file imports: static, re-exported, `import()`, `require()`, in types. */
export function importsOf(source: string, file: string): Import[] {
  const found: Import[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
    } else if (typeof value === 'object' && value !== null) {
      const found_ = importIn(value as Node);
      if (found_) found.push(found_);
      for (const child of Object.values(value)) visit(child);
    }
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x'), target: 'es2022' }));
  return found;
}

function importIn(node: Node): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return node.source?.value === undefined
        ? undefined
        : { specifier: node.source.value, typeOnly: node.typeOnly ?? false };
    case 'TsImportType':
      return node.argument?.value === undefined
        ? undefined
        : { specifier: node.argument.value, typeOnly: true };
    case 'CallExpression': {
      const specifier = node.arguments?.[0]?.expression;
      const imports = node.callee?.type === 'Import' || node.callee?.value === 'require';
      return imports && specifier?.type === 'StringLiteral' && specifier.value !== undefined
        ? { specifier: specifier.value, typeOnly: false }
        : undefined;
    }
    default:
      return undefined;
  }
}
