// Brings the browser of the tests. Where the PATH has no Chromium, Linux x64 gets the headless shell of a registry
// package, and other systems get Playwright's own. Where none can be had, this ends with a sentence before
// anything else runs. It runs after `install.mjs` and is plain JavaScript for Node 20.
import { accessSync, constants, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { modules, npm, step } from './step.mjs';

/** The names under which delivery/tools/src/gate/browser.ts looks for a browser on the PATH. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
/** npm puts this folder on the PATH of each script. */
const bin = path.join(modules, '.bin');
const unpacked = path.join(modules, '.test-browser');
const remedy =
  'The tests need a browser: install Chromium so that it is on the PATH (Debian: apt-get install chromium), and run the command again.';

const folders = [bin, ...(process.env.PATH ?? '').split(path.delimiter)];
const isHere = folders.some((folder) => NAMES.some((name) => isProgram(path.join(folder, name))));
if (!isHere && process.platform === 'linux' && process.arch === 'x64') await unpackBrowser();
else if (!isHere) await installPlaywrightsBrowser();

/**
 * The package unpacks into the folder for temporary files, and the libraries that a bare system lacks only where it
 * believes to be on AWS Lambda. The folder gets its name when all of it is there.
 */
async function unpackBrowser() {
  const temporary = `${unpacked}.${process.pid}`;
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()";
  const call = {
    command: process.execPath,
    args: ['--input-type=module', '--eval', unpack],
    env: { ...process.env, TMPDIR: temporary, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' },
  };
  await step('Unpacking the browser of the tests', call, { remedy });
  renameSync(temporary, unpacked);
  writeFileSync(path.join(unpacked, 'fonts.conf'), fontSettings());
  const start = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH='${unpacked}/al2023/lib'"\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"`,
    `export FONTCONFIG_FILE='${unpacked}/fonts.conf'`,
    `exec '${unpacked}/chromium' "$@"`,
  ];
  const program = path.join(bin, NAMES[0] ?? '');
  writeFileSync(`${program}.new`, `${start.join('\n')}\n`, { mode: 0o755 });
  renameSync(`${program}.new`, program);
}

/** Fonts of the machine, of the browser's package, and one with Japanese glyphs, for machines that have none. */
function fontSettings() {
  const dirs = [
    '/usr/share/fonts',
    path.join(unpacked, 'fonts'),
    path.join(modules, '@expo-google-fonts/biz-udpgothic'),
  ];
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...dirs.map((folder) => `  <dir>${folder}</dir>`),
    `  <cachedir>${path.join(unpacked, 'fonts-cache')}</cachedir>`,
    '</fontconfig>',
    '',
  ].join('\n');
}

/** Does nothing where it is installed. */
async function installPlaywrightsBrowser() {
  const install = ['exec', '--', 'playwright', 'install', '--only-shell', 'chromium'];
  await step('Installing the browser of the tests', npm(install), { remedy });
}

function isProgram(/** @type {string} */ file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
