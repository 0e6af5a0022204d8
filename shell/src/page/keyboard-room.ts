/**
 * Keeps the button of the form in which somebody types above the keyboard of the device. Browsers of
 * phones lay it over the page, and only the visual viewport tells. The styles know its height as `--keyboard`: dialogs
 * end above it, and what is scrolled to.
 */
export function keepKeyboardRoom(): void {
  const { visualViewport: seen } = window;
  const update = () => {
    // An enlarged page is scrolled by hand.
    if (seen?.scale !== 1) return;
    const height = Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop));
    document.documentElement.style.setProperty('--keyboard', `${height}px`);
    if (height > 0) showButton(seen.height);
  };
  seen?.addEventListener('resize', update);
  seen?.addEventListener('scroll', update);
  // It may have come already.
  update();
}

/** Unless field and button do not fit above the keyboard together. */
function showButton(room: number): void {
  const { activeElement: field } = document;
  if (!(field instanceof HTMLInputElement)) return;
  const button = [...(field.form?.elements ?? [])].find(
    (one) => one instanceof HTMLButtonElement && one.type === 'submit',
  );
  const end = button?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY;
  if (end - field.getBoundingClientRect().top < room) button?.scrollIntoView({ block: 'nearest' });
}
