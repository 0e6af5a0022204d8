/** The addresses used while a remote runs alone. The frame has its own portal origin. */
export type DevAddresses = {
  readonly portBase: number;
  readonly port: number;
  readonly portal: string;
  readonly idp: string;
  readonly api: string;
};

const DEFAULT_PORT_BASE = 4300;
/**
 * The server allows this origin to sign in by default (server/main/src/config.ts,
 * `DEV_FRAME_PORT_OFFSET`).
 */
const FRAME_OFFSET = 10;

export function devAddresses(
  variables: Readonly<Record<string, string | undefined>>,
): DevAddresses {
  const portBase = Number(variables.PORT_BASE || DEFAULT_PORT_BASE);
  const at = (offset: number) => `http://localhost:${portBase + offset}`;
  return {
    portBase,
    port: portBase + FRAME_OFFSET,
    portal: at(FRAME_OFFSET),
    idp: at(1),
    api: at(2),
  };
}
