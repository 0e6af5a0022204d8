import postcss, { type AtRule, type ChildNode, type Declaration, type Rule } from 'postcss';
import {
  type NewerFeature,
  newerInDeclaration,
  newerRule,
  newerSelector,
  type ValueParts,
} from './features.ts';

/**
 * Newer features that a built stylesheet uses without a guard. A guard is `@supports`, a declaration of the same
 * property before with another value, or one beside it with a vendor's prefix.
 */
export function newerInStyles(css: string): NewerFeature[] {
  const found: NewerFeature[] = [];
  postcss.parse(css).walk((node) => {
    if (!isInSupports(node)) found.push(...featuresOf(node));
  });
  return found;
}

function featuresOf(node: ChildNode): NewerFeature[] {
  if (node.type === 'decl')
    return isGuarded(node) ? [] : newerInDeclaration(node.prop, partsOf(node.value));
  if (node.type === 'rule')
    return known([...selectorNames(node.selector), ...nesting(node)].map(newerSelector));
  if (node.type !== 'atrule') return [];
  return known([
    ...nesting(node).map(newerSelector),
    newerRule(node.name),
    ...(node.params.match(/[a-z-]{3,}/g) ?? []).map((part) => newerRule(node.name, part)),
  ]);
}

const known = (list: readonly (NewerFeature | undefined)[]): NewerFeature[] =>
  list.filter((one) => one !== undefined);

function isInSupports(node: ChildNode): boolean {
  for (let { parent } = node; parent; parent = (parent as ChildNode).parent as typeof parent) {
    if (parent.type === 'atrule' && (parent as AtRule).name === 'supports') return true;
    if (parent.type === 'root') return false;
  }
  return false;
}

/** Another browser takes the one that it knows. What has a prefix is for some browsers alone. */
function isGuarded({ parent, prop }: Declaration): boolean {
  if (/^-\w/.test(prop)) return true;
  const same = (parent?.nodes ?? []).filter(
    (one) => one.type === 'decl' && one.prop.replace(/^-[a-z]+-/, '') === prop,
  );
  return same.length > 1;
}

/** The parts of a value, without strings, addresses and names of variables. */
function partsOf(value: string): ValueParts {
  const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w\\./-]+|#[\da-f]+/gi, ' ');
  return {
    keywords: plain.match(/(?<![\w-])-?[a-z][a-z-]*(?![\w(-])/gi) ?? [],
    relativeColors: [...plain.matchAll(/([a-z]+)\(\s*from\s/gi)].map(([, name = '']) => name),
    functions: plain.match(/(?<![\w-])-?[a-z][a-z\d-]*(?=\()/gi) ?? [],
    units: plain.match(/(?<=\d)[a-z]+/gi) ?? [],
  };
}

/** A rule within a rule, and a condition within one. */
const nesting = ({ parent }: Rule | AtRule): readonly string[] => {
  for (let outer = parent; outer && outer.type !== 'root'; outer = outer.parent as typeof parent)
    if (outer.type === 'rule') return ['nesting'];
  return [];
};

/** In `:is()` and `:where()` a browser skips what it does not know. */
export const selectorNames = (selector: string): string[] => [
  ...(/:nth-(last-)?child\([^)]*\sof\s/.test(selector) ? ['nth-child.of_syntax'] : []),
  ...[
    ...selector
      .replace(/\\./g, '')
      .replace(/:(is|where)\([^()]*\)/g, '')
      .matchAll(/::?([a-z][a-z-]*)/g),
  ].map(([, name = '']) => name),
];
