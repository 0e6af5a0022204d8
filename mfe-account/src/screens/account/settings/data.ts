import { call, type Result } from '@portal/shared-api';
import { type Activity, type Device, listActivity, listDevices } from '@portal/shared-contract';

export type Devices = Result<readonly Device[]>;
export type Activities = Result<readonly Activity[]>;

export async function loadDevices(): Promise<Devices> {
  const answer = await call(listDevices);
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}

export async function loadActivities(): Promise<Activities> {
  const answer = await call(listActivity);
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}
