import type { LoaderFunctionArgs } from '@portal/kit/routing';
import { passwordSettingsFlow } from '../../../password/password-flow.ts';
import { PasswordForm } from '../../../password/password-form.tsx';

export const loader = ({ request }: LoaderFunctionArgs) => passwordSettingsFlow.openStep(request);
export const Component = () => <PasswordForm flow={passwordSettingsFlow} />;
