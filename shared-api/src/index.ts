export { apiSetup, call, configureApi } from './call.ts';
export {
  type ApiSetup,
  apiHeaders,
  type Call,
  type CallOptions,
  createApiClient,
  DEFAULT_TIMEOUT_MS,
} from './client.ts';
export { refusalOf } from './refusal.ts';
export { resource } from './resource.ts';
export {
  type ApiError,
  type ApiRefusal,
  type Failure,
  failure,
  type Result,
  type Success,
} from './result.ts';
export { type RefreshResult, type TokenSource, UNREACHABLE } from './tokens.ts';
