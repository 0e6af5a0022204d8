import { type ActingMember, type MemberRecord, toUser } from '@portal/server-members/members';
import type { Outcome, Refusal } from '@portal/server-platform/outcome';
import { ERROR_STATUS, type ErrorBody, type Pagination } from '@portal/shared-contract';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiRequest, MemberCall, ProvenCall } from './api.ts';

/** Sends an error response: `{ error, error_descriptions?, request_id }`. */
export function answerRefusal(
  c: ApiRequest,
  { error, descriptions, refusals, work }: Refusal,
): Response {
  const status = ERROR_STATUS[error] as ContentfulStatusCode;
  const body: ErrorBody = {
    error,
    ...(descriptions && { error_descriptions: descriptions }),
    ...(refusals && { refusals }),
    ...(work && { work }),
    request_id: c.get('requestId'),
  };
  c.header('cache-control', 'no-store');
  if (status === 401 && !c.res.headers.has('www-authenticate')) {
    // RFC 6750 §3: `error` only if the request had a token.
    const shown = c.req.header('authorization') !== undefined;
    c.header('www-authenticate', shown ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  return c.json(body, status);
}

/** The caller, as the domain functions take it. */
export function actingMemberOf({ member, device }: MemberCall): ActingMember {
  return { memberId: member.id, sessionUid: member.sessionUid, device };
}

/** The caller in one browser, with their step-ups. */
export function provenMemberOf(call: ProvenCall) {
  const { sessionUid, keyThumbprint, stepUps } = call.member;
  return { ...actingMemberOf(call), sessionUid, keyThumbprint, stepUps };
}

export const answerUser = (outcome: Outcome<MemberRecord>) => answerData(outcome, toUser);

/** The response of calls that return the value, or what is made of it. */
export function answerData<T>(outcome: Outcome<T>): { data: T } | Refusal;
export function answerData<T, A>(
  outcome: Outcome<T>,
  toData: (value: T) => A,
): { data: A } | Refusal;
export function answerData<T>(
  outcome: Outcome<T>,
  toData: (value: T) => unknown = (value) => value,
) {
  return outcome.ok ? { data: toData(outcome.value) } : outcome;
}

export function answerNothing(outcome: Outcome<undefined>): undefined | Refusal {
  return outcome.ok ? undefined : outcome;
}

/** The place of a page in its list, as every list answers it. */
export const pageMeta = (
  { page, limit }: Pick<Pagination, 'page' | 'limit'>,
  total: number,
): Pagination => ({ page, limit, total, last_page: Math.max(1, Math.ceil(total / limit)) });

/** The answer of a call that the contract answers with a file: it is sent as it is made. */
export class FileAnswer {
  readonly name: string;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;

  constructor(name: string, type: string, content: AsyncIterable<Uint8Array>) {
    this.name = name;
    this.type = type;
    this.content = content;
  }
}
