/**
 * The outcome of work that a browser may never answer: a database, a worker, a picture. The work itself goes on.
 * @param ms how long it may take
 * @param late the error when it has taken longer; by default a DOMException `TimeoutError`
 */
export function withDeadline<T>(
  work: Promise<T>,
  ms: number,
  late = (): Error => new DOMException(`No answer within ${ms} ms.`, 'TimeoutError'),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
