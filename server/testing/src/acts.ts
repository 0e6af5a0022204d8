import { contractEndpoints } from '@portal/server-endpoint/openapi';
import type { Act, Endpoint } from '@portal/shared-contract';

/** The act that a call completes or begins, whatever its input; undefined for one that needs no recent protection. */
export function actOf(method: string, path: string): Act | undefined {
  const [pathname = ''] = path.split('?');
  const found = contractEndpoints().find(
    (endpoint) => endpoint.method === method && patternOf(endpoint).test(pathname),
  );
  const protection = found?.protection;
  if (typeof protection !== 'object' || 'none' in protection) return undefined;
  return 'stepUp' in protection ? protection.stepUp : protection.depends[0];
}

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
