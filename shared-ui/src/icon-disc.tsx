import type { ReactElement } from 'react';
import { iconDisc } from '#styled/recipes/icon-disc.js';
import { Icon, type IconName } from './icon.tsx';

export type IconDiscProps = {
  readonly icon: IconName;
  readonly tone?: 'accent' | 'success';
  readonly size?: 'md' | 'lg';
};

export function IconDisc({ icon, tone, size }: IconDiscProps): ReactElement {
  return (
    <span className={iconDisc({ tone, size })}>
      <Icon name={icon} />
    </span>
  );
}
