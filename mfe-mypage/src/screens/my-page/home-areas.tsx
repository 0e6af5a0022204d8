import { Page } from '@portal/shared-ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type HomeAreasProps = {
  readonly greeting: ReactNode;
  readonly passports: ReactNode;
  /** `BelowAreas`, or what stands in for them. */
  readonly below: ReactNode;
};

/** Where the parts of the home stand. The screen and its first view share it. */
export function HomeAreas({ greeting, passports, below }: HomeAreasProps): ReactElement {
  return (
    <Page width="wide">
      <div className={areas}>
        <div className={greetingArea}>{greeting}</div>
        <div className={passportsArea}>{passports}</div>
        {below}
      </div>
    </Page>
  );
}

type BelowAreasProps = {
  readonly pendingTasks: ReactNode;
  readonly notifications: ReactNode;
  readonly shortcuts?: ReactNode;
};

/** What stands below the passports. */
export function BelowAreas(props: BelowAreasProps): ReactElement {
  const { pendingTasks, notifications, shortcuts } = props;
  return (
    <>
      <div className={pendingTasksArea}>{pendingTasks}</div>
      <div className={notificationsArea}>{notifications}</div>
      {shortcuts && <div className={shortcutsArea}>{shortcuts}</div>}
    </>
  );
}

const areas = css({
  display: 'grid',
  gap: { base: '5', lg: '6' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 21rem' },
  gridTemplateRows: { lg: 'auto auto auto 1fr' },
});
// On a phone the areas stack in source order. On a desktop the notifications take the wide column.
const greetingArea = css({ gridColumn: { lg: '1 / -1' } });
const passportsArea = css({ gridColumn: { lg: '1 / -1' }, minWidth: '0' });
const pendingTasksArea = css({
  gridColumn: { lg: '2' },
  gridRow: { lg: '3' },
  // Without a connection there is nothing in it.
  _empty: { display: 'none' },
});
const notificationsArea = css({ gridColumn: { lg: '1' }, gridRow: { lg: '3 / span 2' } });
const shortcutsArea = css({
  gridColumn: { lg: '2' },
  gridRow: { lg: '4' },
  'div:empty ~ &': { lg: { gridRow: '3' } },
});
