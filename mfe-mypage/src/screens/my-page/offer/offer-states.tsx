import { Trans } from '@lingui/react/macro';
import { sentenceGap } from '@portal/kit/i18n';
import { Banner, LinkButton, Skeleton, SkeletonGroup } from '@portal/kit/ui';

export function OfferSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton shape="title" />
      <Skeleton />
      <Skeleton width="half" />
    </SkeletonGroup>
  );
}

/** Says the same of every link that offers nothing. */
export function UnusableLink() {
  return (
    <Banner
      tone="warning"
      title={<Trans>This link cannot be used</Trans>}
      action={
        <LinkButton to="/" variant="outline" size="sm">
          <Trans>Home</Trans>
        </LinkButton>
      }
    >
      <Trans>
        It may be incomplete, have been used or withdrawn, or be older than 14 days. Ask the person
        who sent it to you for a new one.
      </Trans>
      {sentenceGap()}
      <Trans>If it came by email, sign in with the address that it came to.</Trans>
    </Banner>
  );
}
