import { signOut } from '@portal/shared-auth';
import { clearDrafts } from '@portal/shared-routing';

/** Signs out: what was typed is forgotten, the page says so until the browser has left. */
export async function leave(): Promise<void> {
  clearDrafts();
  await signOut();
}
