import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Every package that has texts, each with its own catalogs beside its code. */
const { workspaces }: { workspaces: string[] } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'package.json'), 'utf8'),
);
const PACKAGES = workspaces.filter((name) =>
  existsSync(path.join(import.meta.dirname, name, 'src/locales')),
);

/**
 * The English source text is the message; both languages have a catalog, since builds keep only ids.
 * `npm run i18n` collects texts into the .po files and fails while one is missing in Japanese.
 */
export default defineConfig({
  locales: ['en', 'ja'],
  sourceLocale: 'en',
  // The server's own `msg` is read like Lingui's macro (server/platform/src/texts/i18n.ts).
  macro: { corePackage: ['@lingui/core/macro', '@portal/server-platform/texts/i18n'] },
  format: formatter({ lineNumbers: false }),
  catalogs: PACKAGES.map((name) => ({
    path: `<rootDir>/${name}/src/locales/{locale}`,
    // The texts of the whole server are in one catalog.
    include: [`<rootDir>/${name === 'server/platform' ? 'server' : `${name}/src`}`],
    exclude: ['**/*.test.ts', '**/*.test.tsx', '**/locales/**', 'server/testing/**'],
  })),
});
