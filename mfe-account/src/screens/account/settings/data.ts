import { call, type Result } from '@portal/shared-api';
import {
  type Activity,
  type EndpointAnswer,
  listActivity,
  listDevices,
} from '@portal/shared-contract';

export type Devices = Result<EndpointAnswer<typeof listDevices>>;
export type Activities = Result<readonly Activity[]>;

export const loadDevices = (): Promise<Devices> => call(listDevices);

export async function loadActivities(): Promise<Activities> {
  const answer = await call(listActivity);
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}
