import { useLingui } from '@lingui/react/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { toast as toastStyles } from '#styled/recipes/toast.js';
import { Icon } from './icon.tsx';

/** How long a toast stays (milliseconds), unless the pointer or the focus is on it. */
export const TOAST_MS = 6_000;
/** With more toasts than this, the oldest disappears. */
const MOST_AT_ONCE = 3;

type Toast = { readonly id: number; readonly text: string };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows a toast that says what succeeded (design §7.5). Errors show in a Banner instead. */
export function toast(text: string): void {
  lastId += 1;
  change([...toasts, { id: lastId, text }].slice(-MOST_AT_ONCE));
}

/** The region that shows the toasts. A page has exactly one, from the start. */
export function Toaster() {
  const { t } = useLingui();
  const shown = useSyncExternalStore(listen, () => toasts);
  return (
    <section aria-label={t`Messages`} aria-live="polite" className={toastStyles().region}>
      {shown.map((one) => (
        <OneToast key={one.id} {...one} />
      ))}
    </section>
  );
}

function OneToast({ id, text }: Toast) {
  const { t } = useLingui();
  const [held, setHeld] = useState(false);
  const styles = toastStyles();
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => remove(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [held, id]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while the pointer or the focus is on it
    <div
      className={styles.root}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name="success" />
      <span className={styles.words}>{text}</span>
      <button
        type="button"
        aria-label={t`Close`}
        onClick={() => remove(id)}
        className={styles.close}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

const remove = (id: number) => change(toasts.filter((one) => one.id !== id));

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
