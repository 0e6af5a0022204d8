import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Icon } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';

type Props = { readonly onUpdate: () => void; readonly onClose: () => void };

/**
 * Says that a new release is live. It lies over the page's lower edge, so that nothing moves, and can
 * be closed: the release is taken at the next page anyway.
 */
export function ReleaseNotice({ onUpdate, onClose }: Props): ReactElement {
  const { t } = useLingui();
  return (
    <aside aria-label={t`New version`} className={place}>
      <div role="status" className={words}>
        <Trans>A new version of this site is available.</Trans>
      </div>
      <Button size="sm" variant="outline" onClick={onUpdate}>
        <Trans>Update now</Trans>
      </Button>
      <Button size="icon" variant="ghost" aria-label={t`Close`} onClick={onClose}>
        <Icon name="close" />
      </Button>
    </aside>
  );
}

const place = css({
  position: 'fixed',
  insetBlockEnd: '4',
  insetInline: '4',
  zIndex: 'header',
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  maxWidth: '32rem',
  mx: 'auto',
  paddingInlineStart: '4',
  paddingInlineEnd: '1',
  py: '1',
  borderRadius: 'md',
  background: 'paper',
  color: 'ink',
  boxShadow: 'popup',
  _forcedColors: { border: '1px solid' },
});
const words = css({ flex: '1', minWidth: '0', py: '2' });
