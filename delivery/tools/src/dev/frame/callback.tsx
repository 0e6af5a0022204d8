import { completeSignIn, type SignInCompletion } from '@portal/shared-auth';
import { type LoaderFunctionArgs, useLoaderData, useNavigate } from '@portal/shared-routing';
import { type ReactElement, use, useEffect } from 'react';

type Arrival = { readonly completion: Promise<SignInCompletion> };

/** The sign-in return route. The code is exchanged once per visit. */
export function callbackLoader({ request }: LoaderFunctionArgs): Arrival {
  return { completion: completeSignIn(new URL(request.url).search) };
}

export function Callback(): ReactElement {
  const outcome = use(useLoaderData<Arrival>().completion);
  const navigate = useNavigate();
  useEffect(() => {
    if (outcome.ok) navigate(outcome.returnTo, { replace: true });
  }, [outcome, navigate]);
  return (
    <p className="frame-contents" role="status">
      {outcome.ok ? '…' : `Sign-in could not be completed: ${outcome.error}`}
    </p>
  );
}
