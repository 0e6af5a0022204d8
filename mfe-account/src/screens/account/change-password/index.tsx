import { loadMemberLater } from '../../../data/with-member.tsx';
import { changePasswordFlow } from '../../../password/password-flow.ts';
import { PasswordStart } from '../../../password/password-start.tsx';

export const loader = loadMemberLater;
export const Component = () => <PasswordStart flow={changePasswordFlow} />;
