import type { Act, Endpoint } from '@portal/shared-contract';
import { contractEndpoints } from '../api/openapi.ts';

/** The act that a call completes or begins, whatever its input; undefined for one that needs no recent proof. */
export function actOf(method: string, path: string): Act | undefined {
  const [pathname = ''] = path.split('?');
  const found = contractEndpoints().find(
    (endpoint) => endpoint.method === method && patternOf(endpoint).test(pathname),
  );
  const proof = found?.proof;
  if (typeof proof !== 'object' || 'none' in proof) return undefined;
  return 'recent' in proof ? proof.recent : proof.depends[0];
}

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
