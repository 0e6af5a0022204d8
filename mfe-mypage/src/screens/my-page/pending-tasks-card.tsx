import { Trans } from '@lingui/react/macro';
import { authStore, isAwayAtom, userAtom, useSession } from '@portal/kit/auth';
import type { User } from '@portal/kit/contract';
import { isOtherProvider } from '@portal/kit/contract/other-provider';
import { useDeferred } from '@portal/kit/routing';
import {
  Card,
  Heading,
  IconDisc,
  RowContent,
  RowLink,
  rowLayout,
  Skeleton,
  SkeletonGroup,
  useFocusAfterChange,
} from '@portal/kit/ui';
import { useAtomValue } from 'jotai';
import type { ReactElement } from 'react';
import { css } from '#css';
import { type HomeData, loadedTickets } from './data.ts';
import { passportTasksOf } from './passport-tasks.ts';

type Props = Pick<HomeData, 'member' | 'passports'> & { readonly onAnswered: () => void };

/** The things to do, passports first and then those of the member, or a short text when there are none. */
export function PendingTasksCard({ member, passports, onAnswered }: Props) {
  const answer = useDeferred(member);
  const page = useDeferred(passports);
  const isAway = useSession(isAwayAtom);
  const known = useAtomValue(userAtom, { store: authStore }) ?? (answer.ok ? answer.data : null);
  const ofPassports = page.ok ? passportTasksOf(page.data.data) : [];
  // It came with the passports.
  const Row = loadedTickets()?.PassportTaskRow;
  useFocusAfterChange(ofPassports.length);
  // The greeting shows why the member could not be loaded; without a connection nothing can be done.
  if (!known || isAway) return null;

  const ofMember = memberTasks(known);
  if (ofPassports.length + ofMember.length === 0) {
    return (
      <Card>
        <p className={allDone}>
          <IconDisc icon="check" tone="success" />
          <Trans>You are all set. There is nothing you need to do.</Trans>
        </p>
      </Card>
    );
  }
  return (
    <Card>
      <section aria-labelledby="my-page-pending-tasks">
        <Heading id="my-page-pending-tasks">
          <Trans>Things to do</Trans>
        </Heading>
        <ul className={items}>
          {Row &&
            ofPassports.map((task) => (
              <li key={task.passport.id} className={`${rowLayout()} ${item}`}>
                <Row task={task} onAnswered={onAnswered} />
              </li>
            ))}
          {ofMember.map(({ to, title, note }) => (
            <li key={to} className={`${rowLayout()} ${item}`}>
              <RowContent title={<RowLink to={to}>{title}</RowLink>} note={note} />
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}

type MemberTask = {
  readonly to: `/${string}`;
  readonly title: ReactElement;
  readonly note: ReactElement;
};

function memberTasks({ email_verified, mfa_enabled }: User): MemberTask[] {
  const tasks: MemberTask[] = [];
  if (!email_verified) {
    tasks.push({
      to: '/verify-user',
      title: <Trans>Your email address is not confirmed yet</Trans>,
      note: <Trans>Confirm it so that important notices reach you.</Trans>,
    });
  }
  if (!mfa_enabled && !isOtherProvider()) {
    tasks.push({
      to: '/account/security',
      title: <Trans>Two-step verification is switched off</Trans>,
      note: <Trans>A code at sign-in protects your account.</Trans>,
    });
  }
  return tasks;
}

export function PendingTasksSkeleton() {
  return (
    <Card>
      <SkeletonGroup>
        <Skeleton shape="title" />
        {[1, 2].map((line) => (
          <div key={line} className={`${rowLayout()} ${item}`}>
            <Skeleton shape="circle" />
            <span className={skeletonText}>
              <Skeleton />
            </span>
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}

const items = css({ display: 'grid', mt: '2' });
const item = css({
  position: 'relative',
  py: '3',
  borderTop: '1px solid token(colors.line)',
  _first: { borderTop: '0' },
  _last: { pb: '0' },
  _hover: { '& a': { textDecoration: 'underline' } },
});
const skeletonText = css({ flex: '1', minWidth: '0' });
const allDone = css({ display: 'flex', alignItems: 'center', gap: '3' });
