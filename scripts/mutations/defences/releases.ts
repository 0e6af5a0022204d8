import type { Defence } from '../defence.ts';

const REQUEST = 'shared-release/src/log/request.ts';
const REQUEST_TEST = 'shared-release/src/log/request.test.ts';
const PERMISSIONS = 'shared-release/src/log/permissions.ts';
const PERMISSIONS_TEST = 'shared-release/src/log/permissions.test.ts';
const VERIFY = 'shared-release/src/log/verify.ts';
const HISTORY_TEST = 'shared-release/src/log/history.test.ts';
const API_TEST = 'server/src/api/routes/releases.test.ts';

/** What keeps a team to its own parts, and the release log to what happened. */
export const RELEASES: readonly Defence[] = [
  {
    name: 'release-signature',
    without: 'a release can be changed without the key of the team',
    file: REQUEST,
    changes: [['(await verifiedText(jws, keys, REQUEST_TYPE)) === undefined', 'false']],
    tests: [REQUEST_TEST],
    product: ['6.24'],
  },
  {
    name: 'release-audience',
    without: 'a signature counts for another environment',
    file: REQUEST,
    changes: [['claims.aud !== audience', 'false']],
    tests: [REQUEST_TEST],
    product: ['6.24'],
  },
  {
    name: 'release-expiry',
    without: 'a signature never expires',
    file: REQUEST,
    changes: [['exp <= seconds', 'false']],
    tests: [REQUEST_TEST],
    product: ['6.24'],
  },
  {
    name: 'release-lifetime',
    without: 'a team can sign for as long as it likes',
    file: REQUEST,
    changes: [['exp - iat > REQUEST_MAX_SECONDS', 'false']],
    tests: [REQUEST_TEST],
    product: ['6.24'],
  },
  {
    name: 'release-content',
    without: 'a signature counts for another content',
    file: REQUEST,
    changes: [['claims.digest === digestOf(content)', 'true']],
    tests: [REQUEST_TEST],
    product: ['6.24'],
  },
  {
    name: 'release-content-compared',
    without: 'the content of a signed call is not compared',
    file: 'server/src/api/mount-for-team.ts',
    changes: [['if (other) return unauthorized(other);', '']],
    tests: [API_TEST],
    product: ['6.24'],
  },
  {
    name: 'release-replay',
    without: 'a signed call can be sent again',
    file: 'server/src/api/mount-for-team.ts',
    changes: [['(await countHit(context, USES, use)).allowed', 'true']],
    tests: [API_TEST],
    product: ['6.24'],
  },
  {
    name: 'release-key',
    without: 'a removed key of a team counts on',
    file: PERMISSIONS,
    changes: [['!team?.keys.some(({ kid }) => kid === actor.kid)', '!team']],
    tests: [PERMISSIONS_TEST],
    product: ['6.22'],
  },
  {
    name: 'release-operator',
    without: 'a team sets teams and the configuration',
    file: PERMISSIONS,
    changes: [
      [
        "if (!('part' in operation)) {",
        "if (!('part' in operation)) return undefined;\n  if (!('part' in operation)) {",
      ],
    ],
    tests: [PERMISSIONS_TEST],
    product: ['6.22'],
  },
  {
    name: 'release-part',
    without: "a team changes another team's part",
    file: PERMISSIONS,
    changes: [['if (parts.includes(part)) return undefined;', 'if (parts) return undefined;']],
    tests: [PERMISSIONS_TEST],
    product: ['6.20'],
  },
  {
    name: 'release-segment',
    without: "a release takes another team's routes",
    file: PERMISSIONS,
    changes: [['!team.segments.includes(segment)', '!team']],
    tests: [PERMISSIONS_TEST],
    product: ['6.21'],
  },
  {
    name: 'release-segment-asked',
    without: 'the routes of a release are not looked at when it is promoted',
    file: 'server/src/releases/release-log.ts',
    changes: [['{ rootKeys, document }', '{ rootKeys }']],
    tests: [API_TEST],
    product: ['6.21'],
  },
  {
    name: 'release-rows',
    without: 'a release takes routes that it does not say to own',
    file: PERMISSIONS,
    changes: [['[...new Set([...owns, ...ofRows])]', '[...new Set(ofRows.length ? owns : owns)]']],
    tests: [PERMISSIONS_TEST],
    product: ['6.21'],
  },
  {
    name: 'release-upload',
    without: "a team uploads another team's part",
    file: 'server/src/api/routes/releases.ts',
    changes: [
      [
        'if (team) return partPermissionRefusal(team, actor.team, part);',
        'if (team) return undefined;',
      ],
    ],
    tests: [API_TEST],
    product: ['6.20'],
  },
  {
    name: 'release-integrity',
    without: 'a document names files that are other than it says',
    file: 'server/src/releases/publish.ts',
    changes: [['bytes.length !== size || integrityOf(bytes) !== integrity', 'false']],
    tests: [API_TEST],
    product: ['7.118'],
  },
  {
    name: 'release-log-signature',
    without: 'a history counts without the signature of the portal',
    file: VERIFY,
    changes: [['!(await isSignedEntry(jws, keys))', '!jws']],
    tests: [HISTORY_TEST],
    product: ['7.112'],
  },
  {
    name: 'release-log-chain',
    without: 'an entry can be replaced in a history',
    file: VERIFY,
    changes: [['entry.previousHash !== (last?.hash ?? NO_ENTRY)', 'false']],
    tests: [HISTORY_TEST],
    product: ['7.112'],
  },
  {
    name: 'release-log-state',
    without: 'an entry can hold a state that does not follow from its operation',
    file: VERIFY,
    changes: [['!isDeepStrictEqual(asJson(outcome.state), asJson(entry.state))', 'false']],
    tests: [HISTORY_TEST],
    product: ['7.112'],
  },
  {
    name: 'release-log-append-only',
    without: 'an entry can be changed in the database',
    file: 'server/drizzle/0019_release_log.sql',
    changes: [["RAISE EXCEPTION 'release_log is append-only';", 'RETURN NULL;']],
    tests: ['server/src/releases/release-log.test.ts'],
    product: ['7.112'],
  },
  {
    name: 'store-keys',
    without: 'a key leaves the folder of the store',
    file: 'shared-release/src/store/store.ts',
    changes: [['if (!isKey(key)) throw', 'if (key === undefined) throw']],
    tests: ['shared-release/src/store/store-contract.test.ts'],
    product: ['7.110'],
  },
];
