import { call } from '@portal/kit/api';
import { listDevices } from '@portal/kit/contract';

const DAY_MS = 86_400_000;

/** Whether the member has signed in on this device within a day; no if that cannot be known. */
export async function recentSignIn(): Promise<boolean> {
  const answer = await call(listDevices);
  return (
    answer.ok &&
    answer.data.data.some(
      ({ current, signed_in_at }) => current && Date.now() - Date.parse(signed_in_at) < DAY_MS,
    )
  );
}
