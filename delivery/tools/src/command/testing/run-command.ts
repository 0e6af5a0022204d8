import { runPortal } from '../run.ts';

/** What a call of the command has printed, and its exit code. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** Runs `portal` with the settings of one folder, as `npm run portal` would. */
export function commandIn(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
  isTTY = false,
): (...argv: string[]) => Promise<Ran> {
  return async (...argv) => {
    let out = '';
    let err = '';
    const code = await runPortal(argv, {
      env,
      cwd,
      stdout: { isTTY, write: (text) => (out += text) },
      stderr: { isTTY, write: (text) => (err += text) },
    });
    return { code, out, err };
  };
}
