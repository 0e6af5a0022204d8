import { Trans } from '@lingui/react/macro';
import { CLOSED_DAYS, UNDO_CHANGES_HOURS } from '@portal/shared-contract';
import { isOtherProvider } from '@portal/shared-contract/other-provider';
import { Banner, Page, PageHeading, Stack, Text } from '@portal/shared-ui';
import { useEffect, useRef } from 'react';
import { focusHeading } from '../page/focus-heading.ts';

/** The farewell, in place of every guarded screen after the account was closed. */
export function ClosedAccount() {
  const content = useRef<HTMLDivElement>(null);
  // The screen changes without a change of page, so nothing else moves the focus.
  useEffect(() => {
    const main = content.current?.closest('main');
    return main ? focusHeading(main) : undefined;
  }, []);
  return (
    <div ref={content}>
      <Page>
        <PageHeading namesPage>
          <Trans>Your account has been closed</Trans>
        </PageHeading>
        <Stack gap="lg">
          <Text>
            <Trans>
              Thank you for having been with us. You have been signed out on all devices, and we
              have sent you a confirmation by email.
            </Trans>
          </Text>
          {isOtherProvider() ? (
            <Banner
              tone="info"
              title={<Trans>You can undo this for {UNDO_CHANGES_HOURS} hours</Trans>}
            >
              <Trans>
                Use the link in that email, and everything is as you left it. In {CLOSED_DAYS} days
                we erase your data.
              </Trans>
            </Banner>
          ) : (
            <Banner tone="info" title={<Trans>You can come back for {CLOSED_DAYS} days</Trans>}>
              <Trans>
                Sign in as before, and everything is as you left it. After that we erase your data,
                and you can sign up anew with the same email address.
              </Trans>
            </Banner>
          )}
        </Stack>
      </Page>
    </div>
  );
}
