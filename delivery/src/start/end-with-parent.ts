/**
 * Loaded first into every process of a started portal (`node --import`): when the one that started
 * it is gone, however it went (also by `kill -9`), the channel to it closes and the process ends.
 */
const GRACE_MS = 10_000;

process.once('disconnect', () => {
  setTimeout(() => process.exit(1), GRACE_MS).unref();
  process.kill(process.pid, 'SIGTERM');
});
