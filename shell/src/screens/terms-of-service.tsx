import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import { readTermsText, type TermsText } from '@portal/shared-contract';
import { portalTerms } from '@portal/shared-contract/portal-terms';
import { formatDate, localeOf } from '@portal/shared-i18n';
import { type LoaderFunctionArgs, useLoaderData, useLocale } from '@portal/shared-routing';
import { LoadProblem, Page, PageHeading, Text } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { Articles, type ArticlesProps } from './articles.tsx';

/** The terms of an operator who has own ones; the portal's are here. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Result<TermsText> | null> {
  if (!window.portal.config.brand.ownTerms) return null;
  const locale = localeOf(new URL(request.url).pathname);
  const answer = await call(readTermsText, { params: { locale } });
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}

export function Component() {
  const own = useLoaderData<typeof loader>();
  if (!own) return <PortalTerms />;
  return own.ok ? (
    <TermsPage terms={own.data} />
  ) : (
    <TermsPage>
      <LoadProblem error={own.error} />
    </TermsPage>
  );
}

/** The portal's terms, with the name of the brand. */
export function PortalTerms() {
  const locale = useLocale();
  return <TermsPage terms={portalTerms(locale, window.portal.config.brand.name)} />;
}

type Props =
  | { readonly terms: ArticlesProps & Pick<TermsText, 'version'>; readonly children?: never }
  | { readonly terms?: never; readonly children: ReactElement };

function TermsPage({ terms, children }: Props) {
  const inForce = terms && formatDate(terms.version);
  return (
    <Page>
      <PageHeading>
        <Trans>Terms of service</Trans>
      </PageHeading>
      {terms ? (
        <>
          <Text tone="muted" size="sm">
            <Trans>Effective from {inForce}</Trans>
          </Text>
          <Articles {...terms} />
        </>
      ) : (
        children
      )}
    </Page>
  );
}
