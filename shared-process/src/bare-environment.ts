/**
 * The environment of a process that must inherit no setting of this one, since they are secret: where programs are, and the
 * folder in which Node keeps what it has compiled, which halves the time that a start takes.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { ...(PATH && { PATH }), ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) };
}
