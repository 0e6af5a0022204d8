import { call, type Result } from '@portal/kit/api';
import {
  type Activity,
  type EndpointAnswer,
  getReminders,
  listActivity,
  listDevices,
  type Reminders,
} from '@portal/kit/contract';
import { type PushState, readPushState } from './push.ts';

export type Devices = Result<EndpointAnswer<typeof listDevices>>;
export type Activities = Result<readonly Activity[]>;

export type LoadedReminders = Result<Reminders & { readonly pushState: PushState }>;

export const loadDevices = (): Promise<Devices> => call(listDevices);

export async function loadActivities(): Promise<Activities> {
  const answer = await call(listActivity);
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}

/** How the member is reminded. A browser that the server does not know takes no push messages. */
export async function loadReminders(): Promise<LoadedReminders> {
  const [answer, state] = await Promise.all([call(getReminders), readPushState()]);
  if (!answer.ok) return answer;
  const { data } = answer.data;
  const pushState = state === 'on' && !data.push ? 'off' : state;
  return { ...answer, data: { ...data, pushState } };
}
