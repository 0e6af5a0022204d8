import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** What members call the part of the portal that a remote provides. */
const PART_NAMES: Readonly<Record<string, MessageDescriptor>> = {
  account: msg`Account settings`,
  mypage: msg`My page`,
  signup: msg`Registration`,
};

export function remoteName(remote: string | undefined): MessageDescriptor {
  return (remote && PART_NAMES[remote]) || msg`This part`;
}
