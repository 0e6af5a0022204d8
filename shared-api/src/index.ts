export { loadPrefectures, lookUpAddress } from './address-data.ts';
export { apiSetup, call, configureApi } from './call.ts';
export type { ApiSetup, CallOptions, ProveBrowser } from './client.ts';
export { parseErrorAnswer } from './error-answer.ts';
export { apiHeaders } from './headers.ts';
export { type ApiError, type Failure, failure, type Result } from './result.ts';
export { type RefreshResult, type TokenSource, UNREACHABLE } from './tokens.ts';
