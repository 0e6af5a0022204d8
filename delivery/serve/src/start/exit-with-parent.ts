/** Preloaded into each process of a portal (`node --import`), which exits when its parent is gone. */
const GRACE_MS = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
