import type { Defence } from '../defence.ts';

const SIGN_IN = 'server/src/idp/sign-in.test.ts';
const CODE_FLOW = 'server/src/idp/code-flow.test.ts';
const REFRESH = 'server/src/idp/refresh.test.ts';
const CONNECT = 'server/src/idp/connections/connect.test.ts';
const CONFIGURATION = 'server/src/idp/configuration.ts';
const HEADERS = 'server/src/idp/http/security-headers.ts';

/** The protocol, the cookies and the pages of the identity provider. */
export const IDENTITY_PROVIDER: readonly Defence[] = [
  {
    name: 'pkce',
    without: 'a code can be asked for without PKCE',
    file: CONFIGURATION,
    changes: [['pkce: { required: () => true }', 'pkce: { required: () => false }']],
    tests: [CODE_FLOW],
    product: ['10.4'],
    asvs: ['10.4.6'],
  },
  {
    name: 'redirect-addresses',
    without: 'codes are sent to addresses that are not registered',
    file: 'server/src/idp/provider.ts',
    changes: [
      [
        'provider.proxy = true;',
        'provider.proxy = true;\n  provider.Client.prototype.redirectUriAllowed = () => true;',
      ],
    ],
    tests: ['server/src/idp/redirect-uris.test.ts'],
    product: ['10.4'],
    asvs: ['10.4.1'],
  },
  {
    name: 'sign-out-addresses',
    without: 'the sign-out leads to other sites',
    file: 'server/src/idp/provider.ts',
    changes: [
      [
        'provider.proxy = true;',
        'provider.proxy = true;\n  provider.Client.prototype.postLogoutRedirectUriAllowed = () => true;',
      ],
    ],
    tests: ['server/src/idp/sign-out.test.ts'],
    product: ['2.65'],
    asvs: ['3.7.2'],
  },
  {
    name: 'sign-out-by-a-link',
    without: 'a link on another site signs a member out',
    file: 'server/src/idp/sign-out.ts',
    changes: [['sentByPageOf(ctx.headers, trusted) ||', 'trusted.length > 0 ||']],
    tests: ['server/src/idp/sign-out.test.ts'],
    product: ['10.6'],
    asvs: ['10.6.2'],
  },
  {
    name: 'refresh-reuse',
    without: 'a stolen refresh token that is used again ends nothing',
    file: 'server/src/idp/refresh-rotation.ts',
    changes: [['await endGrantOfRefreshToken(context, secretHash(token));', '']],
    tests: [REFRESH],
    product: ['10.9'],
    asvs: ['10.4.5'],
  },
  {
    name: 'refresh-once',
    without: 'the answer to a used refresh token is repeated for ever',
    file: 'server/src/idp/refresh-rotation.ts',
    changes: [
      ['context.clock.now().getTime() - found.consumedAt.getTime() < REPLAY_MS', 'REPLAY_MS > 0'],
    ],
    tests: [REFRESH],
    product: ['10.8', '10.10'],
    asvs: ['10.4.5'],
  },
  {
    name: 'refresh-of-another-client',
    without: 'another client exchanges the refresh token',
    file: 'server/src/idp/refresh-rotation.ts',
    changes: [[' || found.parent.clientId !== clientId', '']],
    tests: ['server/src/idp/refresh-rotation.test.ts'],
    product: ['10.8'],
    asvs: ['10.3.1'],
  },
  {
    name: 'end-of-a-sign-in',
    without: 'a session that is in use never ends',
    file: 'server/src/idp/lifetimes.ts',
    changes: [
      [
        'signedInAt + SIGN_IN_TTL - Math.floor(now.getTime() / 1000)',
        'SIGN_IN_TTL + 0 * signedInAt * now.getTime()',
      ],
    ],
    tests: [REFRESH],
    product: ['10.7'],
    asvs: ['7.3.2', '10.4.8'],
  },
  {
    name: 'idle-session',
    without: 'a refresh token holds 14 days without use',
    file: 'server/src/idp/lifetimes.ts',
    changes: [
      [
        'Math.min(REFRESH_TOKEN_IDLE_TTL, secondsLeft(signedInAt, now))',
        'secondsLeft(signedInAt, now)',
      ],
    ],
    tests: [REFRESH],
    product: ['10.7'],
    asvs: ['7.3.1'],
  },
  {
    name: 'terms-at-the-sign-in',
    without: 'tokens are issued before the terms are accepted',
    file: 'server/src/idp/sign-in/terms-step.ts',
    changes: [['!account || account.termsAccepted ||', '!account || account ||']],
    tests: ['server/src/idp/sign-in/terms-step.test.ts'],
    product: ['12.46'],
  },
  {
    name: 'cookies-and-scripts',
    without: 'scripts read the cookies of the session',
    file: CONFIGURATION,
    changes: [['httpOnly: true, sameSite', 'httpOnly: false, sameSite']],
    tests: [SIGN_IN],
    asvs: ['3.3.4'],
  },
  {
    name: 'cookies-and-other-sites',
    without: 'browsers send the cookies of the session with the requests of other sites',
    file: CONFIGURATION,
    changes: [["sameSite: 'lax', secure, signed", "sameSite: 'none', secure, signed"]],
    tests: [SIGN_IN],
    asvs: ['3.3.2'],
  },
  {
    name: 'cookies-without-tls',
    without: 'browsers send the cookies of the session over plain HTTP',
    file: CONFIGURATION,
    changes: [['secure, signed: true', 'secure: false, signed: true']],
    tests: [SIGN_IN],
    asvs: ['3.3.1'],
  },
  {
    name: 'cookies-of-the-host',
    without: 'another host of the domain can set the cookie of the session',
    file: CONFIGURATION,
    changes: [["`${secure ? '__Host-' : ''}idp_session", "`${secure ? '' : ''}idp_session"]],
    tests: [SIGN_IN],
    asvs: ['3.3.3'],
  },
  {
    name: 'frames-around-the-sign-in',
    without: 'another site frames the sign-in page',
    file: HEADERS,
    changes: [['"frame-ancestors \'none\'",', '']],
    tests: [SIGN_IN],
    asvs: ['3.4.6'],
  },
  {
    name: 'forms-of-the-sign-in',
    without: 'markup on the sign-in page sends the password elsewhere',
    file: HEADERS,
    changes: [
      ["`form-action ${formTargets(config).join(' ')}`,", '...(formTargets(config) && []),'],
    ],
    tests: [SIGN_IN],
    asvs: ['3.4.3'],
  },
  {
    name: 'sniffing-of-the-sign-in',
    without: 'browsers guess the types of files of the identity provider',
    file: HEADERS,
    changes: [["'x-content-type-options': 'nosniff',", '']],
    tests: [SIGN_IN],
    asvs: ['3.4.4'],
  },
  {
    name: 'referrer-of-the-sign-in',
    without: 'the address of a sign-in page reaches other sites',
    file: HEADERS,
    changes: [["'referrer-policy': 'same-origin',", '']],
    tests: [SIGN_IN],
    asvs: ['3.4.5'],
  },
  {
    name: 'addresses-in-the-log',
    without: 'the log has codes and tokens of addresses',
    file: 'server/src/idp/http/request-frame.ts',
    changes: [['path: pathForLog(ctx.path),', 'path: pathForLog(ctx.path) && ctx.url,']],
    tests: [CONNECT],
    asvs: ['14.2.4', '16.2.5'],
  },
  {
    name: 'host-header',
    without: 'a request names the host of the links that it gets',
    file: 'server/src/idp/http/canonical-request.ts',
    changes: [
      ['request.headers.host = issuer.host;', ''],
      ["request.headers['x-forwarded-host'] = issuer.host;", ''],
    ],
    tests: ['server/src/idp/redirect-uris.test.ts'],
    asvs: ['4.1.3'],
  },
  {
    name: 'link-ticket',
    without: 'a link on another site links a LINE account',
    file: 'server/src/idp/connections/connect.ts',
    changes: [['if (!asked) return go(ctx, connectPageUrl(back));', '']],
    tests: [CONNECT],
    product: ['10.33', '11.28'],
  },
  {
    name: 'link-ticket-session',
    without: 'the ticket of another session links a LINE account',
    file: 'server/src/domain/account/line.ts',
    changes: [['eq(stepUpGrants.target, sessionUid),', '']],
    tests: [CONNECT],
    product: ['11.28'],
  },
  {
    name: 'link-after-sign-out',
    without: 'the LINE account of one member is linked to another who signed in meanwhile',
    file: 'server/src/idp/connections/connect.ts',
    changes: [
      [
        'if (session.accountId !== pending.memberId || session.uid !== pending.sessionUid)',
        'if (session === undefined)',
      ],
    ],
    tests: [CONNECT],
    product: ['10.32'],
  },
  {
    name: 'return-of-a-link',
    without: 'linking leads back to other sites',
    file: 'server/src/idp/connections/return-address.ts',
    changes: [
      [
        'portalOrigins(config).find((known) => known === from) ?? config.portalOrigin',
        'from ?? portalOrigins(config)[0] ?? config.portalOrigin',
      ],
    ],
    tests: [CONNECT],
    asvs: ['3.7.2'],
  },
  {
    name: 'sign-up-token-once',
    without: 'the token of a sign-up opens a session after it was used',
    file: 'server/src/idp/sign-up-tokens.ts',
    changes: [
      ['.delete(oidcPayloads)\n', '.update(oidcPayloads).set({ kind: "AccessToken" })\n'],
      ['isNull(oidcSessions.endedAt)))', 'undefined))'],
    ],
    tests: ['server/src/idp/sign-in/sign-up-proof.test.ts'],
    product: ['10.26'],
  },
  {
    name: 'root-of-operators',
    without: 'the key of what the database holds operates releases',
    file: 'server/src/secrets.ts',
    changes: [["'release-operator': 'operatorKeys',", "'release-operator': 'secretKeys',"]],
    tests: ['server/src/keys.test.ts'],
    product: ['10.531'],
  },
  {
    name: 'root-of-sign-ins',
    without: 'the key of what the database holds forges the cookies of sign-ins',
    file: 'server/src/secrets.ts',
    changes: [["'sealed-cookie': 'cookieKeys',", "'sealed-cookie': 'secretKeys',"]],
    tests: ['server/src/keys.test.ts'],
    product: ['10.531'],
  },
];
