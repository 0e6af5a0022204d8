import type { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { BrowserName, CompatData, Identifier } from '@mdn/browser-compat-data';
import { interceptEdge } from './faulty-edge.ts';
import type { TestPortal } from './portal.ts';

/** MDN's data: https://github.com/mdn/browser-compat-data */
const { api, javascript } = createRequire(import.meta.url)(
  '@mdn/browser-compat-data',
) as CompatData;
const { builtins } = javascript as { builtins: Identifier };

export type OldBrowser = readonly [browser: BrowserName, version: string];

const isOlder = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true }) < 0;

function lacks({ __compat }: Identifier, [browser, version]: OldBrowser): boolean {
  const statements = [__compat?.support[browser] ?? []].flat();
  return !statements.some(
    ({ version_added: added, version_removed: removed, flags, prefix, alternative_name }) =>
      typeof added === 'string' &&
      /^≤?\d/.test(added) &&
      !isOlder(version, added.replace('≤', '')) &&
      !(typeof removed === 'string' && !isOlder(version, removed)) &&
      !(flags || prefix || alternative_name),
  );
}

type Missing = readonly [owner: string, member?: string];

/** The globals that a browser lacks, and the members of those that it has. */
function lackedBy(browser: OldBrowser): readonly Missing[] {
  const owners = [
    ...Object.entries(api),
    ...Object.entries(builtins),
    ...Object.entries(builtins.Intl ?? {}).map(([name, entry]): [string, unknown] => [
      `Intl.${name}`,
      entry,
    ]),
  ] as [string, Identifier][];
  return owners
    .filter(([owner]) => !owner.startsWith('__'))
    .flatMap(([owner, entry]): readonly Missing[] =>
      entry.__compat && lacks(entry, browser) ? [[owner]] : missingMembers(owner, entry, browser),
    );
}

const missingMembers = (owner: string, entry: Identifier, browser: OldBrowser): Missing[] =>
  (Object.entries(entry) as [string, Identifier][])
    .filter(([name]) => /^[a-zA-Z0-9]+(_static)?$/.test(name) && name !== owner)
    .filter(([, member]) => member.__compat && lacks(member, browser))
    .map(([name]) => [owner, name]);

/** A script that takes away what one of the browsers lacks, before any other script runs. */
export function withoutApis(browsers: readonly OldBrowser[]): string {
  const names = browsers.flatMap(lackedBy);
  return `{
    const at = (path) => path.split('.').reduce((owner, name) => owner?.[name], globalThis);
    let gone = 0;
    const remove = (owner, name) => {
      for (let one = owner; one; one = Object.getPrototypeOf(one)) {
        if (!Object.hasOwn(one, name)) continue;
        if (delete one[name]) gone += 1;
      }
    };
    for (const [owner, member] of ${JSON.stringify(names)}) {
      if (member === undefined) {
        const [name, parent = 'globalThis'] = owner.split('.').reverse();
        remove(at(parent), name);
      } else if (owner === 'Window' || owner.endsWith('GlobalScope')) {
        if (typeof globalThis[owner] === 'function' && globalThis instanceof globalThis[owner])
          remove(globalThis, member);
      } else {
        const type = at(owner);
        const name = member.replace('_static', '');
        // A built-in has no two members of one name; of an interface the data tells which it is.
        const isStatic = name !== member || (!type?.prototype || !Object.hasOwn(type.prototype, name));
        const holder = isStatic ? type : type.prototype;
        if (holder && Object.hasOwn(holder, name)) remove(holder, name);
      }
    }
    globalThis.apisGone = gone;
  }`;
}

/** Of the call by which this asks the edge itself. */
const OWN_CALL = 'x-own-call';

/** This browser would still demand the Trusted Types that it does not have any more. */
const withoutTrustedTypes = (policy: string) =>
  policy.replace(/; (require-trusted-types-for|trusted-types)[^;]*/g, '');

/** Stands in front of an edge, for browsers without what the script takes away. @returns what ends it */
export function startEdgeWithout(
  { edge, portal }: Pick<TestPortal, 'portal'> & Partial<Pick<TestPortal, 'edge'>>,
  script: string,
): () => void {
  return interceptEdge(edge, (request, response) => {
    const { url = '', headers } = request;
    if (url.startsWith('/worker.js') && headers[OWN_CALL] === undefined) {
      answerWorker(`${portal}${url}`, script, response).catch(() => response.destroy());
      return true;
    }
    const writeHead = response.writeHead.bind(response);
    response.writeHead = ((status: number, sent: Record<string, string> = {}) => {
      const policy = sent['content-security-policy'];
      return writeHead(status, {
        ...sent,
        ...(policy && { 'content-security-policy': withoutTrustedTypes(policy) }),
      });
    }) as typeof writeHead;
    return false;
  });
}

async function answerWorker(url: string, script: string, response: ServerResponse): Promise<void> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'identity', [OWN_CALL]: '1' } });
  const headers = Object.fromEntries(answer.headers);
  delete headers['content-length'];
  delete headers['content-security-policy'];
  response.writeHead(answer.status, headers).end(script + (await answer.text()));
}
