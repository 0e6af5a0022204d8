import { connect, type PeerCertificate } from 'node:tls';
import { headerProblems } from '@portal/delivery-model/gate/reachability';
import { PAGE_HEADERS } from '@portal/delivery-model/page/policy';
import { CLOCK_LIMIT_MS, databaseTime } from '@portal/server-platform/database/database-clock';
import { withPostgres } from '@portal/server-platform/database/postgres';
import type { PackageOnPage, PageData } from '@portal/shared-contract';
import { Refused } from '@portal/shared-process/command-line';
import { hstsOf } from '@portal/shared-process/hsts';
import { isSafeAddress } from '@portal/shared-process/safe-address';
import { ask } from '../ask.ts';
import { type Check, notChecked, remedy } from './check.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const CERTIFICATE_DAYS = 14;
/** A smaller file may be as small without compression. */
const SMALL_BYTES = 1_000;
const TLS_TIMEOUT_MS = 10_000;
/** More than the second to which a header tells the time, and less than any limit of the portal. */
/** Those of the page that a CDN may set by itself (docs/canary.md). */
const MAY_DIFFER = ['cache-control'];
/** The JSON of the page (delivery/model/src/page/compose.ts). */
const DATA = /id="portal-data">(.*?)<\/script>/s;

export const LIVE_CHECKS: readonly Check[] = [
  {
    name: 'TLS',
    asks: `whether PORTAL_ORIGIN and IDP_ORIGIN have certificates for ${CERTIFICATE_DAYS} more days`,
    async run({ config: { portalOrigin, idpOrigin, otherProvider }, clock }) {
      const origins = [portalOrigin, ...(otherProvider ? [] : [idpOrigin])];
      const outside = origins.filter((origin) => !/^http:/.test(origin) || !isSafeAddress(origin));
      if (outside.length === 0) return notChecked('the addresses are of this machine');
      for (const origin of outside) {
        const problem = await certificateProblem(new URL(origin), clock.now());
        if (problem !== undefined) return remedy(problem);
      }
      return 'ok';
    },
  },
  {
    name: 'page',
    asks: 'whether the page comes at PORTAL_ORIGIN',
    needs: 'TLS',
    async run({ config: { portalOrigin } }) {
      const { status } = await pageOf(portalOrigin);
      if (status === 200) return 'ok';
      return remedy(
        `Let ${portalOrigin} lead to the page listeners, and release the parts: it answers ${status}.`,
      );
    },
  },
  {
    name: 'page headers',
    asks: 'whether what stands in front of the portal leaves the headers of the page alone',
    needs: 'page',
    async run({ config: { portalOrigin } }) {
      const { headers } = await pageOf(portalOrigin);
      const hsts = hstsOf(portalOrigin);
      const wanted = Object.entries({
        ...PAGE_HEADERS,
        ...(hsts && { 'strict-transport-security': hsts }),
      }).filter(([name]) => !MAY_DIFFER.includes(name));
      const lacking = wanted.find(([name, value]) => headers.get(name) !== value);
      if (lacking) {
        return remedy(
          `Let ${portalOrigin}/ come with «${lacking.join(': ')}», as the portal sends it: something in front takes it away or changes it.`,
        );
      }
      const policy = headers.get('content-security-policy') ?? '';
      if (policy.includes("'strict-dynamic'") && policy.includes('require-trusted-types-for'))
        return 'ok';
      return remedy(
        `Let the content-security-policy of ${portalOrigin}/ through: what comes is not that of the portal.`,
      );
    },
  },
  {
    name: 'API',
    asks: 'whether PORTAL_ORIGIN/api leads to the servers and is not kept',
    needs: 'TLS',
    async run({ config: { portalOrigin } }) {
      const ready = () => ask(`${portalOrigin}/api/ready`);
      const answers = [await ready(), await ready()];
      const ids = answers.map(({ headers }) => headers.get('x-request-id'));
      const failed = answers.find(({ status }) => status !== 200);
      if (failed) {
        return remedy(
          `Let ${portalOrigin}/api lead to servers that are ready: /api/ready answers ${failed.status}.`,
        );
      }
      if (ids[0] && ids[0] !== ids[1]) return 'ok';
      return remedy(
        `Keep no answers of ${portalOrigin}/api, and pass all headers on: two answers have the same x-request-id, or none.`,
      );
    },
  },
  {
    name: 'files',
    asks: 'whether files of releases come compressed, are kept for a year and can do nothing by themselves',
    needs: 'page',
    async run({ config: { portalOrigin } }) {
      const parts = partsOf(await (await pageOf(portalOrigin)).text());
      for (const { base, scripts } of parts) {
        const url = new URL(base + scripts[0], portalOrigin);
        const answer = await ask(url, {
          headers: { origin: portalOrigin, 'accept-encoding': 'br, zstd, gzip' },
        });
        const { status, headers } = answer;
        if (status !== 200) {
          return remedy(`Let ${url} lead to the files of releases: it answers ${status}.`);
        }
        const [problem] = headerProblems(url, headers, portalOrigin);
        if (problem) return remedy(`${problem.remedy} ${problem.reason}`);
        const { byteLength } = await answer.arrayBuffer();
        if (!headers.has('content-encoding') && byteLength > SMALL_BYTES) {
          return remedy(
            `Serve ${url} compressed: it comes without content-encoding to a browser that takes br, zstd and gzip.`,
          );
        }
      }
      return parts.length > 0 ? 'ok' : notChecked('the page names no file of a release');
    },
  },
  {
    name: 'clocks',
    asks: `whether the clocks of this machine, the database and PORTAL_ORIGIN differ by less than ${CLOCK_LIMIT_MS / 1000} seconds`,
    async run(subject) {
      const { portalOrigin, database } = subject.config;
      const clocks: readonly (readonly [string, () => Promise<number | undefined>])[] = [
        [
          'the database',
          async () => (database.kind === 'embedded' ? undefined : timeAt(database.url)),
        ],
        [portalOrigin, async () => dateOf((await ask(`${portalOrigin}/api/health`)).headers)],
      ];
      let read = 0;
      for (const [whose, time] of clocks) {
        const before = subject.clock.now().getTime();
        // That it does not answer is said by its own line.
        const there = await time().catch(() => undefined);
        if (there === undefined) continue;
        read += 1;
        const after = subject.clock.now().getTime();
        const off = Math.max(before - there, there - after);
        if (off > CLOCK_LIMIT_MS) {
          return remedy(
            `Let NTP set the clocks: that of this machine and that of ${whose} differ by ${Math.round(off / 1000)} seconds.`,
          );
        }
      }
      return read > 0 ? 'ok' : notChecked('neither the database nor PORTAL_ORIGIN tells its time');
    },
  },
];

const pageOf = (portalOrigin: string) =>
  ask(`${portalOrigin}/`, { headers: { accept: 'text/html' } });

/** The shell and the remotes that a page names. */
function partsOf(html: string): Pick<PackageOnPage, 'base' | 'scripts'>[] {
  const [, json] = DATA.exec(html) ?? [];
  if (json === undefined) return [];
  const { shell, remotes } = JSON.parse(json) as PageData;
  return [shell, ...Object.values(remotes)];
}

const dateOf = (headers: Headers): number | undefined => {
  const time = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(time) ? undefined : time;
};

const timeAt = (url: string) => withPostgres(url, 'portal doctor', databaseTime);

/** What is wrong with the certificate of an origin; undefined if nothing is. */
async function certificateProblem(url: URL, now: Date): Promise<string | undefined> {
  if (url.protocol !== 'https:')
    return `Put TLS in front of ${url.origin}: members send passwords there.`;
  const { certificate, problem } = await certificateAt(url);
  if (problem) return `Give ${url.origin} a certificate that browsers accept (${problem}).`;
  const days = Math.floor((Date.parse(certificate.valid_to) - now.getTime()) / DAY_MS);
  if (days >= CERTIFICATE_DAYS) return undefined;
  return `Renew the certificate of ${url.origin}: it ends in ${days} days.`;
}

function certificateAt({ hostname: host, port, origin }: URL) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly certificate: PeerCertificate;
    readonly problem: string | undefined;
  }>();
  const socket = connect(
    {
      host,
      port: Number(port || 443),
      servername: host,
      rejectUnauthorized: false,
      timeout: TLS_TIMEOUT_MS,
    },
    () => {
      const problem = socket.authorizationError;
      resolve({
        certificate: socket.getPeerCertificate(),
        problem: problem && String((problem as NodeJS.ErrnoException).code ?? problem),
      });
      socket.destroy();
    },
  );
  const fail = (why: string) =>
    reject(new Refused(`See that ${origin} answers from this machine (${why}).`));
  socket.on('error', ({ code = 'no TLS' }: NodeJS.ErrnoException) => fail(code));
  socket.on('timeout', () => fail('no answer'));
  return promise;
}
