import {
  type Address,
  listPrefectures,
  lookUpPostalCode,
  type Prefecture,
} from '@portal/shared-contract';
import { call } from './call.ts';
import type { Result, Success } from './result.ts';

let loaded: Success<readonly Prefecture[]> | undefined;

/** The 47 prefectures of Japan, loaded once. */
export async function loadPrefectures(): Promise<Result<readonly Prefecture[]>> {
  if (loaded) return loaded;
  const answer = await call(listPrefectures);
  if (!answer.ok) return answer;
  loaded = { ...answer, data: answer.data.data };
  return loaded;
}

/**
 * The towns of a postal code.
 * @param code seven digits; one that is not found fails with 404, which stays in the form
 */
export async function lookUpAddress(code: string): Promise<Result<readonly Address[]>> {
  const answer = await call(lookUpPostalCode, { params: { code } }, { purpose: 'form' });
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}
