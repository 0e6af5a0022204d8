import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react';
import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/shared-api';
import { authStore, userAtom } from '@portal/shared-auth';
import type { User } from '@portal/shared-contract';
import { type Soon, useSoon } from '@portal/shared-routing';
import { Card, Heading, type IconName, Skeleton, SkeletonGroup } from '@portal/shared-ui';
import { useAtomValue } from 'jotai';
import type { ReactElement } from 'react';
import { css } from '#css';
import { RowFace, RowLink, RowMark } from './row-face.tsx';
import { type ToDo, toDoOf } from './to-do.ts';

type Words = {
  readonly icon: IconName;
  readonly title: MessageDescriptor;
  readonly reason: MessageDescriptor;
  /** Where the member sees the matter. */
  readonly to: `/${string}`;
};

const TO_DO_WORDS: Readonly<Record<ToDo, Words>> = {
  'verify-email': {
    icon: 'mail',
    title: msg`Your e-mail address is not confirmed yet`,
    reason: msg`Please confirm it so that important notices reach you.`,
    to: '/verify-user',
  },
  'complete-profile': {
    icon: 'user',
    title: msg`Your profile is not complete yet`,
    reason: msg`Some details are still missing.`,
    to: '/account#profile',
  },
  'turn-on-two-step': {
    icon: 'shield',
    title: msg`Two-step verification is off`,
    reason: msg`A code at sign-in protects your account.`,
    to: '/account#security',
  },
};

/** What needs doing, most pressing first; a quiet word when nothing does. */
export function ToDoCard({ member }: { readonly member: Soon<Result<User>> }): ReactElement | null {
  const { _ } = useLingui();
  const answer = useSoon(member);
  const known = useAtomValue(userAtom, { store: authStore }) ?? (answer.ok ? answer.data : null);
  // Why nothing is known stands in the greeting, once.
  if (!known) return null;
  const list = toDoOf(known);

  if (list.length === 0) {
    return (
      <Card>
        <p className={allDone}>
          <RowMark icon="check" tone="success" />
          <Trans>You are all set. There is nothing you need to do.</Trans>
        </p>
      </Card>
    );
  }
  return (
    <Card>
      <section aria-labelledby="my-page-to-do">
        <Heading id="my-page-to-do">
          <Trans>Things to do</Trans>
        </Heading>
        <ul className={items}>
          {list.map((toDo) => {
            const { icon, title, reason, to } = TO_DO_WORDS[toDo];
            return (
              <li key={toDo} className={item}>
                <RowFace
                  icon={icon}
                  tone="warning"
                  title={<RowLink to={to}>{_(title)}</RowLink>}
                  note={_(reason)}
                />
              </li>
            );
          })}
        </ul>
      </section>
    </Card>
  );
}

export function ToDoSkeleton(): ReactElement {
  return (
    <Card>
      <SkeletonGroup>
        <Skeleton shape="title" />
        {[1, 2].map((line) => (
          <div key={line} className={item}>
            <Skeleton shape="circle" />
            <Skeleton />
          </div>
        ))}
      </SkeletonGroup>
    </Card>
  );
}

const items = css({ display: 'grid', mt: '2' });
const item = css({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '3',
  py: '3',
  borderTopWidth: '1px',
  borderColor: 'line',
  _first: { borderTopWidth: '0' },
  _last: { pb: '0' },
  _hover: { '& a': { textDecoration: 'underline' } },
});
const allDone = css({ display: 'flex', alignItems: 'center', gap: '3' });
