import { Page } from '@portal/kit/ui';
import type { ReactElement, ReactNode } from 'react';
import { css } from '#css';

type HomeAreasProps = {
  readonly greeting: ReactNode;
  readonly passports: ReactNode;
  /** `BelowAreas`, or what stands in for them. */
  readonly below: ReactNode;
};

/** Where the parts of the home stand, by name. The screen and its first view share it. */
export function HomeAreas({ greeting, passports, below }: HomeAreasProps): ReactElement {
  return (
    <Page width="wide">
      <div className={areas}>
        <div className={greetingArea} data-area="greeting">
          {greeting}
        </div>
        <div className={passportsArea} data-area="passports">
          {passports}
        </div>
        {below}
      </div>
    </Page>
  );
}

type BelowAreasProps = { readonly pendingTasks: ReactNode; readonly notifications: ReactNode };

export function BelowAreas(props: BelowAreasProps): ReactElement {
  const { pendingTasks, notifications } = props;
  return (
    <>
      <div className={pendingTasksArea} data-area="tasks">
        {pendingTasks}
      </div>
      <div className={notificationsArea} data-area="notifications">
        {notifications}
      </div>
    </>
  );
}

const areas = css({
  display: 'grid',
  columnGap: '16',
  rowGap: { base: '6', lg: '8' },
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 7fr)' },
  mt: { base: '-6', md: '-10', lg: '-7' },
});
// On a phone it lies on the strip of the header, which the art goes on (shared-brand/src/look/style.ts).
const greetingArea = css({
  gridColumn: { lg: '1 / -1' },
  mx: { base: '-5', lg: '0' },
  px: { base: '5', lg: '0' },
  py: { base: '3', lg: '0' },
  mb: { base: '-6', lg: '-5' },
});
const passportsArea = css({ gridColumn: { lg: '1 / -1' }, minWidth: '0' });
// Without a connection there is nothing to do, and the notifications take the width.
const pendingTasksArea = css({ _empty: { display: 'none' } });
const notificationsArea = css({ 'div:empty ~ &': { gridColumn: { lg: '1 / -1' } } });
