import { useLocation } from '@portal/shared-routing';

/** The address of the screen: path, query and fragment. */
export function useAddress(): string {
  const { pathname, search, hash } = useLocation();
  return pathname + search + hash;
}
