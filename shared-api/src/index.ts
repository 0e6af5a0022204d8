export { call, configureApi, openEvents } from './call.ts';
export {
  type ApiSetup,
  type Call,
  type CallOptions,
  createApiClient,
  DEFAULT_TIMEOUT_MS,
} from './client.ts';
export { resource } from './resource.ts';
export type { ApiError, ApiRefusal, Failure, Result, Success } from './result.ts';
export { type RefreshResult, type TokenSource, UNREACHABLE } from './tokens.ts';
