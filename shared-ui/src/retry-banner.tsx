import { Trans } from '@lingui/react/macro';
import type { ReactElement } from 'react';
import { Banner, type BannerProps } from './banner.tsx';
import { Button } from './button.tsx';

export type RetryBannerProps = Pick<BannerProps, 'tone' | 'children'> & {
  readonly onRetry: () => void;
  readonly busy?: boolean;
};

/** A banner that says what failed, with a button to try again (design §7.6). */
export function RetryBanner(props: RetryBannerProps): ReactElement {
  const { tone = 'danger', children, onRetry, busy = false } = props;
  return (
    <Banner
      tone={tone}
      action={
        <Button variant="outline" size="sm" busy={busy} onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
