import type { Defence } from '../defence.ts';

const WORKER = 'delivery/src/page/worker/worker.test.ts';
const KEPT = 'shared-auth/src/kept/kept-store.test.ts';

/** What a device keeps for times without a connection. */
export const WITHOUT_CONNECTION: readonly Defence[] = [
  {
    name: 'kept-bytes',
    without: 'a page or a file is taken from the cache whatever its bytes are',
    file: 'delivery/src/page/worker/kept-cache.ts',
    changes: [['if ((await hashOfBytes(body)) === found.headers.get(HASH)) {', 'if (body) {']],
    tests: [WORKER],
    product: ['14.162'],
  },
  {
    name: 'kept-live-page',
    without: 'the kept page shows although the network answers',
    file: 'delivery/src/page/worker/answers.ts',
    changes: [['if (first && !isDown(first)) return { isKept: false, response: first };', '']],
    tests: [WORKER],
    product: ['14.161'],
  },
  {
    name: 'kept-whole-page',
    without: 'a part of a page, the target of a redirect or a page without a policy is kept',
    file: 'delivery/src/page/worker/page-keeper.ts',
    changes: [
      ['if (!isToBeKept(answer)) return;', 'if (answer.status < 0 && !isToBeKept(answer)) return;'],
    ],
    tests: [WORKER],
    product: ['14.590'],
  },
  {
    name: 'kept-old-page',
    without: 'a page that was kept long ago runs what has been switched off since',
    file: 'delivery/src/page/worker/page-keeper.ts',
    changes: [[' || Math.abs(now() - record.keptAt) > KEPT_FOR_MS', '']],
    tests: [WORKER],
    product: ['14.591'],
  },
  {
    name: 'kept-killed-release',
    without: 'a kept page runs a release that the portal says is switched off',
    file: 'delivery/src/page/worker/page-keeper.ts',
    changes: [['if (!(await isLive(html))) return undefined;', '']],
    tests: [WORKER],
    product: ['14.592'],
  },
  {
    name: 'kept-sign-out',
    without: 'the passes of a member stay on the device after the sign-out',
    file: 'shared-auth/src/session/traces.ts',
    changes: [['remove() {\n      void forgetKept(platform);', 'remove() {']],
    tests: [KEPT],
    product: ['14.164'],
  },
  {
    name: 'kept-other-member',
    without: 'the passes of a member stay when another signs in',
    file: 'shared-auth/src/session/shown-session.ts',
    changes: [['if (isAnother) traces.forgetKept();', '']],
    tests: [KEPT],
    product: ['14.164'],
  },
  {
    name: 'traces',
    without: 'the browser removes nothing by itself after a sign-out',
    file: 'shared-auth/src/session/traces.ts',
    changes: [["begin: () => localStorage.set(HAD_SESSION, '1'),", 'begin: () => {},']],
    tests: ['shared-auth/src/traces.test.ts'],
    product: ['14.510'],
  },
  {
    name: 'traces-of-other-sites',
    without: 'another site has the browser remove everything, and so signs the member out',
    file: 'shared-release/src/page/target.ts',
    changes: [["request.site === 'same-origin'", 'true']],
    tests: ['delivery/src/edge/edge.test.ts'],
    product: ['14.512'],
  },
  {
    name: 'kept-member',
    without: 'one member reads what was kept for another',
    file: 'shared-auth/src/kept/kept-store.ts',
    changes: [['found.subject === subject && now() < found.until', 'now() < found.until']],
    tests: [KEPT],
    product: ['14.164'],
  },
];
