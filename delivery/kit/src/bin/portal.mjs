#!/usr/bin/env node
// Runs the command of the kit. It needs Node 24; where the machine has an older one, that of the registry runs it
// (docs/decisions/0001-node-from-the-registry.md). So this file itself is plain JavaScript for Node 20.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const NEEDED_NODE = 24;
const main = fileURLToPath(new URL('../../../tools/src/command/main.js', import.meta.url));

if (Number.parseInt(process.versions.node, 10) >= NEEDED_NODE) await import(main);
else runWith(packagedNode());

/** @param {string} node */
function runWith(node) {
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
  });
}

/** The Node of the registry, which the kit depends on where there is one for the machine. */
function packagedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${system}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return path.join(path.dirname(manifest), system === 'win' ? 'bin/node.exe' : 'bin/node');
  } catch {
    console.error(
      `The portal command needs Node ${NEEDED_NODE}: install it, or the package ${name}.`,
    );
    process.exit(2);
  }
}
