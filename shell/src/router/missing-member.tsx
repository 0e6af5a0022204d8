import { Trans } from '@lingui/react/macro';
import { useRevalidator } from '@portal/shared-routing';
import { LoadProblem, type LoadProblemProps, Page, PageHeading } from '@portal/shared-ui';
import { useEffect } from 'react';

/** What the loader of a route answers when its guard needs the member, who could not be loaded. */
export type MemberFailure = { readonly memberError: LoadProblemProps['error'] };

export const isMemberFailure = (data: unknown): data is MemberFailure =>
  typeof data === 'object' && data !== null && 'memberError' in data;

type Props = MemberFailure & {
  /** The member has come meanwhile, by another call: the screen's own data is loaded then. */
  readonly hasCome: boolean;
};

/** In place of a screen whose guard needs the member: what went wrong, and a way on. */
export function MissingMember({ memberError, hasCome }: Props) {
  const { revalidate } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the member has come
  useEffect(() => {
    if (hasCome) void revalidate();
  }, [hasCome]);
  return (
    <Page>
      <PageHeading namesPage>
        <Trans>Your account could not be loaded</Trans>
      </PageHeading>
      <LoadProblem error={memberError} />
    </Page>
  );
}
