import { afterPostSignInStep } from '@portal/kit/auth';
import { useLocale, useNavigate } from '@portal/kit/routing';

/** Continues to the return address after a post-sign-in step is done or was put off. */
export function useContinueAfterStep(): (done: Parameters<typeof afterPostSignInStep>[0]) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  return (done) => void navigate(afterPostSignInStep(done, locale), { replace: true });
}
