/** The remote that owns this path (without locale prefix), if the operator has switched it off. */
export function switchedOffRemote(barePath: string): string | undefined {
  const { switchedOff = {} } = window.portal;
  const area = `/${barePath.split('/')[1]}`.toLowerCase();
  return Object.keys(switchedOff).find((name) => switchedOff[name]?.owns.includes(area));
}
