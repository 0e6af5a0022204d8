/**
 * Preloaded into every process of a started portal (`node --import`). When the parent is gone, even
 * by `kill -9`, the IPC channel closes and the process exits.
 */
const GRACE_MS = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
