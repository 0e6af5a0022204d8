import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Lighthouse is a package of its own, because its 159 packages would make every install longer. */
const FOLDER = import.meta.dirname;
const LOCK = path.join(FOLDER, 'package-lock.json');
/** The lock file of what is installed. It is written last, so a broken install is done again. */
const INSTALLED = path.join(FOLDER, 'node_modules/.portal-lock.json');

/**
 * Installs Lighthouse if it is not there or its lock file has changed.
 * @returns the path of its command
 */
export function installLighthouse(): string {
  if (!isInstalled()) {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    // Of a process that npm has started, the settings are about the caller's folder.
    const env = Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^npm_(config_(local_prefix|workspaces?)$|package)/.test(name),
      ),
    );
    execFileSync('npm', ['ci', ...flags], { cwd: FOLDER, env, stdio: 'inherit' });
    copyFileSync(LOCK, INSTALLED);
  }
  return path.join(FOLDER, 'node_modules/lighthouse/cli/index.js');
}

const isInstalled = () =>
  existsSync(INSTALLED) && readFileSync(INSTALLED).equals(readFileSync(LOCK));
