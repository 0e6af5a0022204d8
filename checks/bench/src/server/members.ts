import { makeBrowserKey, type TestBrowserKey } from '@portal/server-testing/browser-key';
import { type HttpClient, httpClient } from './http.ts';
import { createSignIn, type SignInEnd, type Tokens } from './sign-in.ts';
import type { BenchSystem } from './system.ts';

export const PASSWORD = 'sakura-mochi-2026';
/** Reserved for measuring (RFC 2544), so that no address here is anybody's. */
const ADDRESSES = '198.18';
const ADDRESSES_PER_BLOCK = 250;

/** An address for each member: behind one, the server would rightly count them together. */
export function addressOf(index: number): string {
  const [block, host] = [Math.floor(index / ADDRESSES_PER_BLOCK), index % ADDRESSES_PER_BLOCK];
  return `${ADDRESSES}.${block}.${host + 1}`;
}

/** The tokens of a browser, with the key without which they are not renewed. */
export type HeldTokens = Tokens & { readonly key: TestBrowserKey };

export type SignInCaller = {
  readonly key?: TestBrowserKey;
  readonly http: HttpClient;
  readonly email: string;
  readonly index: number;
};

/** The whole way of one sign-in: the page, the password, the code, the tokens. */
export async function signIn(
  system: Pick<BenchSystem, 'portal' | 'idp'>,
  { http, email, index, key }: SignInCaller,
): Promise<SignInEnd> {
  const walk = createSignIn({ ...system, http, address: addressOf(index), key });
  return walk.finish(await walk.post(await walk.open(), email, PASSWORD));
}

/** Signs members in one after the other, each in a browser with a key of its own. */
export async function tokensOfMembers(
  system: Pick<BenchSystem, 'portal' | 'idp'>,
  members: readonly { readonly email: string }[],
): Promise<HeldTokens[]> {
  const http = httpClient(system.idp, 1);
  const held: HeldTokens[] = [];
  for (const [index, { email }] of members.entries()) {
    const key = makeBrowserKey();
    const end = await signIn(system, { http, email, index, key });
    if (end.is !== 'signed-in') throw new Error('Nobody else was there, and yet it was busy.');
    held.push({ ...end.tokens, key });
  }
  await http.close();
  return held;
}
