import { useLingui } from '@lingui/react/macro';

/** The steps of a sign-up. The profile is the last of them. */
export function useStepNames({ withPassword }: { readonly withPassword: boolean }): string[] {
  const { t } = useLingui();
  return [
    t({ context: 'step', message: 'Email' }),
    t({ context: 'step', message: 'Code' }),
    ...(withPassword ? [t({ context: 'step', message: 'Password' })] : []),
    t({ context: 'step', message: 'Details' }),
  ];
}
