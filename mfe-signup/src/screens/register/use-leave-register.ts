import { signedUp } from '../../flow/signed-up.ts';
import { useContinueAfterStep } from '../../flow/use-continue-after-step.ts';

/** Leaves the registration, done or put off, for where the member was going. The sign-up is over. */
export function useLeaveRegister(): () => void {
  const goOn = useContinueAfterStep();
  return () => {
    signedUp.clear();
    goOn('/register');
  };
}
