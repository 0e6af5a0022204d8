import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { banner } from '#styled/recipes/banner.js';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

export type Tone = 'info' | 'success' | 'warning' | 'danger';

type BannerProps = {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
};

const ICONS = { info: 'info', success: 'success', warning: 'warning', danger: 'error' } as const;

/** An inline message about what happened and what to do (design §7.6). `danger` is announced at once. */
export function Banner({ tone = 'info', title, action, children }: BannerProps) {
  const { t } = useLingui();
  const labels = { info: t`Information`, success: t`Done`, warning: t`Note`, danger: t`Problem` };
  const styles = banner({ tone });
  return (
    <div className={styles.root} role={tone === 'danger' ? 'alert' : undefined}>
      <span className={styles.mark}>
        <Icon name={ICONS[tone]} label={labels[tone]} />
      </span>
      <div className={styles.body}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className={styles.action}>{action}</div>}
      </div>
    </div>
  );
}

type RetryBannerProps = Pick<BannerProps, 'tone' | 'children'> & {
  readonly onRetry: () => void;
  readonly busy?: boolean;
};

/** A banner that says what failed, with a button to try again (design §7.6). */
export function RetryBanner(props: RetryBannerProps) {
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
