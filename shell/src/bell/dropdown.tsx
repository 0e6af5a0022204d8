import { Trans, useLingui } from '@lingui/react/macro';
import {
  bellNotificationsAtom,
  loadBell,
  markAllRead,
  unreadCountAtom,
  useSession,
} from '@portal/shared-auth';
import { errorText } from '@portal/shared-i18n';
import {
  announce,
  Banner,
  Button,
  EmptyState,
  Icon,
  LinkButton,
  RetryBanner,
  Skeleton,
  SkeletonGroup,
} from '@portal/shared-ui';
import { Menu } from '@portal/shared-ui/menu';
import { type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';
import { css } from '#css';
import { BellItem } from './bell-item.tsx';

export type BellDropdownProps = {
  readonly id: string;
  /**
   * The element that holds the bell's button and this panel. A click outside it closes the panel.
   */
  readonly place: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
};

const TITLE_ID = 'bell-title';
const SKELETON_ROWS = 4;

/**
 * The notification dropdown: title, header menu, list and a link to all notifications.
 * Closes after a choice, on Escape and on a click outside, except while the header menu is open.
 */
export function BellDropdown({ id, place, onClose }: BellDropdownProps): ReactElement {
  const { t, i18n } = useLingui();
  const unread = useSession(unreadCountAtom);
  const [problem, setProblem] = useState<string>();
  const menuOpen = useRef(false);
  useClosing(place, menuOpen, onClose);

  async function markAll(): Promise<void> {
    const answer = await markAllRead();
    if (answer.ok) announce(t`All notifications are marked as read.`);
    else
      setProblem(i18n._(errorText('code' in answer.error ? answer.error.code : answer.error.kind)));
  }

  return (
    <section id={id} aria-labelledby={TITLE_ID} className={panel}>
      <div className={head}>
        <h2 id={TITLE_ID} className={title}>
          <Trans>Notifications</Trans>
        </h2>
        <Menu
          hover
          trigger={
            <Button variant="ghost" size="icon" aria-label={t`Notification menu`}>
              <Icon name="more" />
            </Button>
          }
          items={[{ value: 'all', label: t`Mark all as read`, disabled: unread === 0 }]}
          onSelect={() => void markAll()}
          onOpenChange={(open) => {
            menuOpen.current = open;
          }}
        />
      </div>
      {problem && (
        <div className={words}>
          <Banner tone="danger">{problem}</Banner>
        </div>
      )}
      <BellList onChoose={onClose} />
      <div className={foot}>
        <LinkButton to="/my-page/notifications" variant="outline" wide onClick={onClose}>
          <Trans>View list</Trans>
        </LinkButton>
      </div>
    </section>
  );
}

function BellList({ onChoose }: { readonly onChoose: () => void }): ReactElement {
  const { i18n } = useLingui();
  const items = useSession(bellNotificationsAtom);
  const [problem, setProblem] = useState<string>();

  async function askAgain(): Promise<void> {
    setProblem(undefined);
    const answer = await loadBell();
    if (!answer.ok)
      setProblem(i18n._(errorText('code' in answer.error ? answer.error.code : answer.error.kind)));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, if the list is not loaded yet
  useEffect(() => {
    if (!items) void askAgain();
  }, []);

  if (!items && problem) {
    return (
      <div className={words}>
        <RetryBanner onRetry={() => void askAgain()}>{problem}</RetryBanner>
      </div>
    );
  }
  if (!items) {
    return (
      <div className={words}>
        <SkeletonGroup>
          {Array.from({ length: SKELETON_ROWS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders, never reordered
            <div key={index} className={skeletonRow}>
              <Skeleton width="third" />
              <Skeleton />
            </div>
          ))}
        </SkeletonGroup>
      </div>
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState icon="bell" title={<Trans>There are no notifications yet</Trans>}>
        <Trans>News for members will appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <ul className={list}>
      {items.map((item) => (
        <li key={item.id}>
          <BellItem item={item} onChoose={onChoose} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Closes on Escape and when a press or the focus goes elsewhere. The header menu is rendered
 * outside the panel.
 */
function useClosing(
  place: RefObject<HTMLElement | null>,
  menuOpen: RefObject<boolean>,
  onClose: () => void,
): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !place.current?.contains(target);
    const leave = (event: Event) => {
      if (!menuOpen.current && isOutside(event.target)) close.current();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || menuOpen.current) return;
      if (place.current?.contains(document.activeElement))
        place.current.querySelector('button')?.focus();
      close.current();
    };
    // Use the capture phase: this handler must run before the header menu closes itself.
    window.addEventListener('pointerdown', leave, true);
    window.addEventListener('focusin', leave, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('pointerdown', leave, true);
      window.removeEventListener('focusin', leave, true);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [place, menuOpen]);
}

const panel = css({
  // Full width on a phone, else anchored at the bell. Offset 6 and width 96 units.
  position: { base: 'fixed', sm: 'absolute' },
  top: { base: 'calc(4rem + 6px)', sm: 'calc(100% + 6px)' },
  insetInlineStart: { base: '4', sm: 'auto' },
  insetInlineEnd: { base: '4', sm: '0' },
  width: { sm: '24rem' },
  zIndex: 'popup',
  // The header around it keeps its own texts in one line.
  whiteSpace: 'normal',
  borderRadius: 'md',
  border: '1px solid token(colors.line)',
  background: 'surface',
  color: 'ink',
  boxShadow: 'popup',
  animation: 'rise token(durations.fast) token(easings.out)',
});
const head = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  paddingInlineStart: '4',
  paddingInlineEnd: '2',
  minHeight: '12',
  borderBottom: '1px solid token(colors.line)',
});
const title = css({ textStyle: 'subheading' });
const words = css({ px: '4', py: '3' });
const skeletonRow = css({ display: 'grid', gap: '1', py: '2' });
const list = css({
  // 500 px, or less on a small screen.
  maxHeight: 'min(500px, calc(100dvh - 14rem))',
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  divideY: '1px',
  divideColor: 'line',
});
const foot = css({ padding: '3', borderTop: '1px solid token(colors.line)' });
