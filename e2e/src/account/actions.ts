import { codeSentTo, lastCode } from '../support/outbox.ts';
import { codeField, type LocalizedPage, press } from '../support/page-actions.ts';
import type { Addresses } from '../support/portal.ts';

/** Has a code sent, reads it in the outbox and enters it. */
export async function confirmByCode(on: LocalizedPage, portal: Addresses, email: string) {
  // An earlier code, such as that of the sign-in, would be refused here.
  const before = await lastCode(portal, email);
  await press(on, 'Send a code');
  // The last digit submits the code.
  await codeField(on).fill(await codeSentTo(portal, email, before));
}
