export { loadPrefectures, lookUpAddress } from './address-data.ts';
export { answerKeeper, answerKey, keptAnswer } from './answer-store.ts';
export { apiSetup, call, configureApi, forgetMemberAnswers } from './call.ts';
export type { ApiSetup, CallOptions, ProveBrowser } from './client.ts';
export { parseErrorAnswer } from './error-answer.ts';
export { apiHeaders } from './headers.ts';
export { knownAnswer } from './known-answer.ts';
export { type ApiError, type Failure, failure, type Result } from './result.ts';
export { type RefreshResult, type TokenSource, UNREACHABLE } from './tokens.ts';
