import { signOut as endSession } from '@portal/shared-auth';
import { clearDrafts } from '@portal/shared-routing';

/** Signs out and forgets what the member typed. The page stays until the browser has left it. */
export async function signOut(): Promise<void> {
  clearDrafts();
  await endSession();
}
