import path from 'node:path';
import { internalName, type KitPackage } from './kit-manifest.ts';

/** An import, an export or `import()` of something by its name. */
const IMPORTED = /(\b(?:from|import)\s*\(?\s*(?:\/\*[^*]*\*\/\s*)?)(["'])([^"'\n]+)\2/g;
/** Any other string that names a source: `'main.ts'`, `'server/main/src/main.ts'`. */
const NAMED = /(["'])((?!src\/|\.\/src\/)(?:[\w$.-]+\/)*[\w$.-]+)\.tsx?\1/g;

/**
 * Gives compiled files the names under which they find each other in the kit: its entry points and its internal exports
 * in place of the packages of this repository, and `.js` in place of `.ts`. Names of a remote's own files
 * (`src/routes.ts`) stay.
 */
export function specifiersOf(kit: {
  readonly name: string;
  readonly packages: readonly KitPackage[];
  readonly entryPoints: Readonly<Record<string, string>>;
  readonly files: readonly string[];
}): (text: string, file: string) => string {
  const names = new Set(kit.packages.map(({ manifest }) => manifest.name));
  const entryPointOf = new Map(
    Object.entries(kit.entryPoints).map(([entryPoint, behind]) => [behind, entryPoint]),
  );
  const isSource = (name: string) =>
    kit.files.some((file) => file === name || file.endsWith(`/${name}`));
  // What is written for others, such as the import in a template of a test, names no file of the kit.
  const compiledFrom = (specifier: string, folder: string) =>
    sources.has(path.posix.join(folder, specifier))
      ? specifier.replace(/(?<!\.d)\.tsx?$/, '.js')
      : specifier;
  const inKit = (specifier: string): string => {
    const [name = '', rest = ''] = splitName(specifier);
    if (!names.has(name)) return specifier;
    const entryPoint = entryPointOf.get(specifier);
    return `${kit.name}/${entryPoint ?? internalName(name, rest)}`;
  };
  const sources = new Set(kit.files);
  return (text, file) =>
    text
      .replace(IMPORTED, (whole, before: string, quote: string, specifier: string) => {
        const renamed = specifier.startsWith('.')
          ? compiledFrom(specifier, path.posix.dirname(file))
          : inKit(specifier);
        return renamed === specifier ? whole : `${before}${quote}${renamed}${quote}`;
      })
      .replace(NAMED, (whole, quote: string, stem: string) => {
        const name = whole.slice(1, -1);
        const isOurs = name.startsWith('.')
          ? sources.has(path.posix.join(path.posix.dirname(file), name))
          : isSource(name);
        return isOurs ? `${quote}${stem}.js${quote}` : whole;
      });
}

/** `@portal/shared-ui/forms` → `@portal/shared-ui`, `/forms`. */
function splitName(specifier: string): string[] {
  const [, name = '', rest = ''] = /^(@[^/]+\/[^/]+)(\/.*)?$/.exec(specifier) ?? [];
  return [name, rest];
}
