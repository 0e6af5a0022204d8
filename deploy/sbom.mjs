#!/usr/bin/env node
// Lists the packages that an image is made of (CycloneDX 1.5): `node deploy/sbom.mjs <folder> <file>`. `npm sbom` lists a
// part of them alone where not all workspaces are installed. Plain JavaScript without packages: it runs in the build.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const HELP = 'Usage: node deploy/sbom.mjs <folder with package-lock.json and node_modules> <file>';
const words = process.argv.slice(2);
const isHelp = words[0] === '--help' || words[0] === '-h';
if (isHelp || words.length !== 2) {
  console[isHelp ? 'log' : 'error'](HELP);
  process.exit(isHelp ? 0 : 2);
}
const [folder = '', file = ''] = words;
const { name, version, packages } = JSON.parse(
  readFileSync(path.join(folder, 'package-lock.json'), 'utf8'),
);

const components = Object.entries(packages)
  .filter(([at, { dev, link }]) => at.includes('node_modules/') && !dev && !link)
  .filter(([at]) => existsSync(path.join(folder, at)))
  .map(([at, { name: named, version, integrity, license }]) => {
    const name = named ?? at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return {
      type: 'library',
      'bom-ref': `${purl}#${at}`,
      name,
      version,
      purl,
      ...(integrity && { hashes: [hashOf(integrity)] }),
      ...(license && { licenses: [{ expression: license }] }),
    };
  });
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.5',
  version: 1,
  metadata: { component: { type: 'application', name, version } },
  components,
};
writeFileSync(file, `${JSON.stringify(bom, null, 1)}\n`);

/** The hash of the lock file: `sha512-` and base64. */
function hashOf(integrity) {
  const [algorithm, value] = integrity.split(' ')[0].split(/-(.*)/s);
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(value, 'base64').toString('hex'),
  };
}
