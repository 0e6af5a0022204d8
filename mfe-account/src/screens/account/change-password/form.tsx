import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { changePasswordFlow } from '../../../password/password-flow.ts';
import { PasswordForm } from '../../../password/password-form.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => changePasswordFlow.openStep(request);
export const Component = () => <PasswordForm flow={changePasswordFlow} />;
