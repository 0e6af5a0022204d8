import { call } from '@portal/kit/api';
import { listPasskeys, type Passkey, type User } from '@portal/kit/contract';
import { formatName } from '@portal/kit/i18n';

/** Not in every browser, nor in TypeScript's library yet. */
type Signals = {
  signalAllAcceptedCredentials?(options: object): Promise<void>;
  signalCurrentUserDetails?(options: object): Promise<void>;
};

/** Web Authentication Level 3, §5.1.10: the browser's prompt no longer offers what was removed or renamed. */
export function tellPasskeys(
  { data, meta }: { readonly data: readonly Passkey[]; readonly meta: PasskeysOwner },
  member: User,
): void {
  const browser = window.PublicKeyCredential as unknown as Signals | undefined;
  const owner = { rpId: meta.rp_id, userId: meta.user_id };
  const allAcceptedCredentialIds = data.map(({ id }) => id);
  const { email: name } = member;
  const displayName = formatName(member, { locale: member.locale }) || name;
  const ignore = () => {};
  browser?.signalAllAcceptedCredentials?.({ ...owner, allAcceptedCredentialIds }).catch(ignore);
  browser?.signalCurrentUserDetails?.({ ...owner, name, displayName }).catch(ignore);
}
type PasskeysOwner = { readonly rp_id: string; readonly user_id: string };

/** The same after the address has changed, for a member who has passkeys. */
export async function tellNewAddress(member: User): Promise<void> {
  const answer = await call(listPasskeys);
  if (answer.ok && answer.data.data.length > 0) tellPasskeys(answer.data, member);
}
