import { chapter } from '../requirement.ts';

export const FRONTEND = chapter('V3 Web frontend security', {
  '3.2.1': [1, 'answers are not rendered in another context'],
  '3.2.2': [1, 'text is shown by functions for text'],
  '3.3.1': [
    1,
    'cookies are Secure with a prefix',
    {
      open: 'The cookies with the language, of the portal and of the identity provider, have no prefix.',
    },
  ],
  '3.3.2': [2, 'cookies have SameSite by their purpose'],
  '3.3.3': [
    2,
    'cookies are bound to the host by name',
    {
      open: 'The cookies of a sign-in have a path of their own, which `__Host-` does not allow: they are `__Secure-`.',
    },
  ],
  '3.3.4': [2, 'scripts cannot read cookies with secrets'],
  '3.4.1': [1, 'HSTS for a year, subdomains too'],
  '3.4.2': [1, 'CORS allows listed origins only'],
  '3.4.3': [2, 'a content security policy with hashes or nonces'],
  '3.4.4': [2, 'nosniff with every answer'],
  '3.4.5': [2, 'a referrer policy'],
  '3.4.6': [2, 'frame-ancestors forbids framing'],
  '3.5.1': [1, 'calls from other sites are refused where no preflight stops them'],
  '3.5.2': [1, 'calls that need a preflight cannot go without one'],
  '3.5.3': [1, 'safe methods change nothing sensitive'],
  '3.5.4': [2, 'separate applications have separate hosts', { see: 'docs/architecture.md' }],
  '3.5.5': [2, 'messages of other origins are ignored'],
  '3.7.1': [2, 'no plug-ins of the past'],
  '3.7.2': [2, 'redirects lead to listed hosts only'],
});

export const API = chapter('V4 API and web service', {
  '4.1.1': [1, 'content types fit the content'],
  '4.1.2': [
    2,
    'services do not redirect from HTTP to HTTPS',
    {
      not: 'TLS ends in front of the product, and nothing in it redirects from HTTP.',
    },
  ],
  '4.1.3': [2, 'headers of the edge cannot be set by clients'],
  '4.2.1': [2, 'the end of a message is read in one way'],
  '4.3.1': [2, 'GraphQL queries are limited', { not: 'There is no GraphQL.' }],
  '4.3.2': [2, 'GraphQL introspection is off', { not: 'There is no GraphQL.' }],
  '4.4.1': [1, 'WebSockets use TLS', { not: 'There are no WebSockets: events are server-sent.' }],
  '4.4.2': [2, 'WebSockets check the origin', { not: 'There are no WebSockets.' }],
  '4.4.3': [2, 'WebSockets have tokens of their own', { not: 'There are no WebSockets.' }],
  '4.4.4': [2, 'tokens of WebSockets come from the session', { not: 'There are no WebSockets.' }],
});

export const WEBRTC = chapter('V17 WebRTC', {
  '17.1.1': [2, 'TURN reaches public addresses only', { not: 'There is no WebRTC.' }],
  '17.2.1': [2, 'DTLS keys are managed', { not: 'There is no WebRTC.' }],
  '17.2.2': [2, 'DTLS cipher suites are approved', { not: 'There is no WebRTC.' }],
  '17.2.3': [2, 'SRTP is authenticated', { not: 'There is no WebRTC.' }],
  '17.2.4': [2, 'malformed SRTP stops nothing', { not: 'There is no WebRTC.' }],
  '17.3.1': [2, 'a flood of signals stops nothing', { not: 'There is no WebRTC.' }],
  '17.3.2': [2, 'malformed signals stop nothing', { not: 'There is no WebRTC.' }],
});
