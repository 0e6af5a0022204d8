import { chapter } from '../requirement.ts';

const TLS = 'TLS ends in front of the product, at the balancer or CDN of the operator.';
const NETWORK = 'The network between the processes is the operator’s.';
const LOGS = 'The product writes its log to stderr; where it goes is the operator’s choice.';

export const COMMUNICATION = chapter('V12 Secure communication', {
  '12.1.1': [1, 'TLS 1.2 or 1.3', { operator: TLS }],
  '12.1.2': [2, 'recommended cipher suites', { operator: TLS }],
  '12.1.3': [2, 'client certificates are verified', { not: 'There are no client certificates.' }],
  '12.2.1': [1, 'TLS for every client', { operator: TLS }],
  '12.2.2': [1, 'trusted certificates', { operator: TLS }],
  '12.3.1': [
    2,
    'every connection is encrypted',
    {
      note: 'Passwords go to a mail server over TLS only.',
      open: 'Letters go unencrypted to a mail server that offers no TLS and asks for no password.',
    },
  ],
  '12.3.2': [2, 'certificates of servers are verified'],
  '12.3.3': [2, 'TLS between services', { operator: NETWORK }],
  '12.3.4': [2, 'trusted certificates between services', { operator: NETWORK }],
});

export const CONFIGURATION = chapter('V13 Configuration', {
  '13.1.1': [2, 'services that it talks to are documented', { see: 'README.md' }],
  '13.2.1': [
    2,
    'services authenticate to each other',
    {
      open: 'The operator’s key and the secret of the payment provider do not change by themselves.',
    },
  ],
  '13.2.2': [
    2,
    'services have the least rights',
    {
      operator: 'The rights of the database user are the operator’s choice.',
    },
  ],
  '13.2.3': [2, 'no default credentials'],
  '13.2.4': [2, 'systems that it talks to are listed'],
  '13.2.5': [
    2,
    'servers send to listed systems only',
    {
      operator: 'The server calls configured addresses only; a firewall is the operator’s.',
    },
  ],
  '13.3.1': [
    2,
    'secrets are in a store of secrets',
    {
      operator: 'Secrets come from the environment, which a store of secrets fills.',
    },
  ],
  '13.3.2': [2, 'few can read secrets'],
  '13.4.1': [1, 'no source control in a release', { see: '.dockerignore' }],
  '13.4.2': [2, 'no debug mode in production', { see: 'deploy/Dockerfile' }],
  '13.4.3': [2, 'no listing of folders'],
  '13.4.4': [2, 'no TRACE'],
  '13.4.5': [
    2,
    'documentation and monitoring are not exposed by mistake',
    {
      see: 'server/src/api/index.ts',
      note: 'The API’s description and its two health checks are public on purpose.',
    },
  ],
});

export const DATA = chapter('V14 Data protection', {
  '14.1.1': [2, 'sensitive data are classified', { see: 'docs/security.md' }],
  '14.1.2': [2, 'protection by class is documented', { see: 'docs/security.md' }],
  '14.2.1': [
    1,
    'no secrets in addresses',
    {
      note: 'Mailed links and the token of a sign-up are in addresses: they serve once, and no log has them.',
    },
  ],
  '14.2.2': [2, 'no secrets in shared caches'],
  '14.2.3': [2, 'no data to third parties'],
  '14.2.4': [2, 'protection is as documented'],
  '14.3.1': [1, 'data leave the browser with the session'],
  '14.3.2': [2, 'answers with data are not cached'],
  '14.3.3': [2, 'no sensitive data in browser storage'],
});

export const ARCHITECTURE = chapter('V15 Secure coding and architecture', {
  '15.1.1': [1, 'time to mend vulnerable libraries is documented', { see: 'docs/security.md' }],
  '15.1.2': [2, 'an inventory of libraries', { see: 'package-lock.json' }],
  '15.1.3': [
    2,
    'costly functions are documented',
    {
      see: 'docs/decisions/0020-bodies-after-the-caller.md',
    },
  ],
  '15.2.1': [
    1,
    'libraries are within that time',
    { open: 'No check compares the libraries with a list of vulnerabilities.' },
  ],
  '15.2.2': [2, 'costly functions stop nothing else'],
  '15.2.3': [
    2,
    'no test code in production',
    {
      see: 'server/src/main.ts',
      note: 'The outbox and the demo data exist in the embedded default alone.',
      open: 'The image of the server holds the whole source, with tests and tools.',
    },
  ],
  '15.3.1': [1, 'answers have the needed fields only'],
  '15.3.2': [2, 'calls to others follow no redirects'],
  '15.3.3': [2, 'no mass assignment'],
  '15.3.4': [2, 'the address of the client is the true one'],
  '15.3.5': [2, 'types are checked, comparisons are strict', { see: 'tsconfig.json' }],
  '15.3.6': [2, 'no prototype pollution'],
  '15.3.7': [2, 'no pollution of parameters'],
});

export const LOGGING = chapter('V16 Logging and error handling', {
  '16.1.1': [2, 'an inventory of logs', { see: 'docs/security.md' }],
  '16.2.1': [2, 'lines say when, where, who and what'],
  '16.2.2': [
    2,
    'times are in UTC',
    {
      see: 'server/src/log.ts',
      note: 'Milliseconds since 1970. The clocks of machines are the operator’s.',
    },
  ],
  '16.2.3': [2, 'logs go where it is documented', { operator: LOGS }],
  '16.2.4': [2, 'logs have a common format', { see: 'server/src/log.ts' }],
  '16.2.5': [2, 'no secrets in the log'],
  '16.3.1': [2, 'sign-ins are logged, failed ones too'],
  '16.3.2': [2, 'refused calls are logged', { see: 'server/src/api/middleware/request-log.ts' }],
  '16.3.3': [2, 'security events are logged as documented'],
  '16.3.4': [2, 'unexpected errors are logged'],
  '16.4.1': [2, 'no forged log lines'],
  '16.4.2': [2, 'logs are protected', { operator: LOGS }],
  '16.4.3': [2, 'logs go to another system', { operator: LOGS }],
  '16.5.1': [2, 'errors tell nothing of the inside'],
  '16.5.2': [2, 'it works on when others fail'],
  '16.5.3': [2, 'a failure opens nothing'],
});
