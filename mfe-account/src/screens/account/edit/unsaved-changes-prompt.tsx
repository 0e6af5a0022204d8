import { Trans } from '@lingui/react/macro';
import { authStore, isLoginAtom, TERMS_PATH } from '@portal/kit/auth';
import { barePath } from '@portal/kit/i18n';
import { useBeforeUnload, useBlocker } from '@portal/kit/routing';
import { Button } from '@portal/kit/ui';
import { Dialog } from '@portal/kit/ui/dialog';
import { editFlow, hasEdits, STEPS } from './flow.ts';

/** The edits are kept: within the flow, and while the member agrees to new terms. */
const keepsEdits = (pathname: string) =>
  [...Object.values<string>(STEPS), TERMS_PATH].includes(barePath(pathname));

type Props = {
  /** Called when the member gives the edits up, while the page that follows is still loading. */
  readonly onLeave?: () => void;
  /** Does not ask when the page leaves the portal, as it does to have the change confirmed. The tab keeps the edits. */
  readonly withinPortal?: boolean;
};

/** Asks for confirmation before edits are lost by a link, by Back or by closing the tab. */
export function UnsavedChangesPrompt({ onLeave, withinPortal = false }: Props) {
  const blocker = useBlocker(
    ({ nextLocation }) => !keepsEdits(nextLocation.pathname) && hasEdits(editFlow.state()),
  );
  useBeforeUnload((event) => {
    // After the session ends the member signs in again, and the edits are still stored: do not ask.
    const asks = !withinPortal && authStore.get(isLoginAtom);
    if (asks && hasEdits(editFlow.state())) event.preventDefault();
  });
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      needsAnswer
      title={<Trans>Leave without saving?</Trans>}
      actions={
        <>
          <Button
            variant="outline"
            onClick={() => {
              onLeave?.();
              editFlow.forget();
              blocker.proceed?.();
            }}
          >
            <Trans>Leave without saving</Trans>
          </Button>
          <Button onClick={() => blocker.reset?.()}>
            <Trans>Keep editing</Trans>
          </Button>
        </>
      }
    >
      <Trans>What you have changed has not been saved yet.</Trans>
    </Dialog>
  );
}
