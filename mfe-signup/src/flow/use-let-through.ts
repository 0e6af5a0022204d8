import { letThrough } from '@portal/shared-auth';
import { useLocale, useNavigate } from '@portal/shared-routing';

/** Goes on to where the sign-in was leading: an interlude is done, or has been put off. */
export function useLetThrough(): (done: Parameters<typeof letThrough>[0]) => void {
  const navigate = useNavigate();
  const locale = useLocale();
  return (done) => void navigate(letThrough(done, locale), { replace: true });
}
