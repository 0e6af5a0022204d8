export { loadPrefectures, lookUpAddress } from './address-data.ts';
export { answerKey, answerRecorder, onAnswersForgotten, rememberedAnswer } from './answer-store.ts';
export { apiSetup, call, configureApi, forgetMemberAnswers, knownAnswer } from './call.ts';
export type { ApiSetup, CallArguments, CallOptions, ProveBrowser } from './client.ts';
export { apiHeaders } from './headers.ts';
export type { KeptAnswers } from './kept-answers.ts';
export { type ApiError, type Failure, failure, type Result } from './result.ts';
export { type RenewalResult, type TokenSource, UNREACHABLE } from './tokens.ts';
