import type { Chapter } from '../requirement.ts';
import { AUTHENTICATION, AUTHORIZATION, SESSIONS } from './accounts.ts';
import { ENCODING, FILES, VALIDATION } from './input.ts';
import { ARCHITECTURE, COMMUNICATION, CONFIGURATION, DATA, LOGGING } from './operation.ts';
import { CRYPTOGRAPHY, OAUTH, TOKENS } from './tokens.ts';
import { API, FRONTEND, WEBRTC } from './web.ts';

/** Every requirement of ASVS 5.0.0 at levels 1 and 2, in the order of the standard. */
export const CHAPTERS: readonly Chapter[] = [
  ENCODING,
  VALIDATION,
  FRONTEND,
  API,
  FILES,
  AUTHENTICATION,
  SESSIONS,
  AUTHORIZATION,
  TOKENS,
  OAUTH,
  CRYPTOGRAPHY,
  COMMUNICATION,
  CONFIGURATION,
  DATA,
  ARCHITECTURE,
  LOGGING,
  WEBRTC,
];
