import { generateKeyPairSync } from 'node:crypto';
import { resolve } from 'node:path';
import { refused } from '@portal/delivery-model/client/failure';
import { writeKeyFile } from '@portal/delivery-model/client/key-file';
import { keyIdOf, type PrivateKey } from '@portal/delivery-model/log/sign';
import { checkTeam } from '../arguments.ts';
import type { Command, Result } from '../command.ts';

const OUT = {
  type: 'string',
  value: '<file>',
  help: 'where the private key goes (<team>.key.json in this folder)',
} as const;

/** A new key of a team. */
export const makeKeys: Command = {
  name: 'keys make',
  args: ['team'],
  summary: 'Makes a key for a team, and prints its public half for the operator.',
  details: [
    'The file has the private key and stays with the team: keep it out of repositories and messages.',
  ],
  options: { out: OUT },
  async run(input) {
    const team = checkTeam(input.args[0]);
    return keyFile(team, newKey(), resolve(input.cwd, input.text('out') ?? `${team}.key.json`));
  },
};

/** The operator's own key, on a machine that has the server's secrets. */
export const operatorKeys: Command = {
  name: 'keys operator',
  args: [],
  summary: "Writes the operator's key, where the server's settings are.",
  details: [
    'The key follows from the secret of the server (OPERATOR_KEYS, or the folder DATA_DIR), so that it',
    'is there before any team. Run it with the environment of the server.',
  ],
  options: {
    out: { ...OUT, help: 'where the private key goes (operator.key.json in this folder)' },
  },
  async run(input) {
    // The server is loaded here alone; a team that publishes does not need it.
    const { readOperatorKey } = await import('@portal/delivery-model/client/operator-key');
    const read = readOperatorKey(input.env);
    if ('problem' in read) {
      const remedy = 'Run this on the machine of the server, with its environment.';
      throw refused('no-server-secret', read.problem, remedy);
    }
    return keyFile(
      'operator',
      read.key,
      resolve(input.cwd, input.text('out') ?? 'operator.key.json'),
    );
  },
};

async function keyFile(team: string, key: PrivateKey, file: string): Promise<Result> {
  await writeKeyFile(file, key);
  const { d: _secret, ...publicKey } = key;
  return {
    json: { team, file, publicKey },
    lines: [JSON.stringify(publicKey)],
    notes: [
      `The private key of ${team} is in ${file}, which only you can read: PORTAL_KEY=${file}`,
      'Give the line above, the public key, to the operator.',
    ],
  };
}

/** An Ed25519 key with its id. */
function newKey(): PrivateKey {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, kid: keyIdOf({ x }), d };
}
