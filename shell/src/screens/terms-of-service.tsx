import { Trans } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import { readTermsText, type TermsText } from '@portal/shared-contract';
import { portalTerms } from '@portal/shared-contract/portal-terms';
import { formatDate, localeOf } from '@portal/shared-i18n';
import { type LoaderFunctionArgs, useLoaderData, useLocale } from '@portal/shared-routing';
import { LoadProblem, Page, PageHeading, Text } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';

/** The terms of an operator who has own ones; the portal's are here. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Result<TermsText> | null> {
  if (!window.portal.config.brand.ownTerms) return null;
  const locale = localeOf(new URL(request.url).pathname);
  const answer = await call(readTermsText, { params: { locale } });
  return answer.ok ? { ...answer, data: answer.data.data } : answer;
}

export function Component(): ReactElement {
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
export function PortalTerms(): ReactElement {
  const locale = useLocale();
  return <TermsPage terms={portalTerms(locale, window.portal.config.brand.name)} />;
}

type Shown = Pick<TermsText, 'version' | 'opening'> & {
  readonly articles: readonly {
    /** The fragment of the article; without it, its number. */
    readonly id?: string;
    readonly title: string;
    readonly paragraphs: readonly string[];
  }[];
};
type Props =
  | { readonly terms: Shown; readonly children?: never }
  | { readonly terms?: never; readonly children: ReactElement };

function TermsPage({ terms, children }: Props): ReactElement {
  return (
    <Page>
      <PageHeading>
        <Trans>Terms of service</Trans>
      </PageHeading>
      {terms ? <Articles {...terms} /> : children}
    </Page>
  );
}

function Articles({ version, opening, articles }: Shown): ReactElement {
  const inForce = formatDate(version);
  return (
    <>
      <Text tone="muted" size="sm">
        <Trans>Effective from {inForce}</Trans>
      </Text>
      <Text>{opening}</Text>
      {articles.map(({ id: own, title, paragraphs }, at) => {
        const id = own ?? `article-${at + 1}`;
        return (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className={article}>
            <h2 id={`${id}-title`} className={heading}>
              {title}
            </h2>
            {paragraphs.length === 1 ? (
              <p>{paragraphs[0]}</p>
            ) : (
              <ol className={list}>
                {paragraphs.map((paragraph) => (
                  <li key={paragraph}>{paragraph}</li>
                ))}
              </ol>
            )}
          </section>
        );
      })}
    </>
  );
}

const article = css({ mt: '2' });
const heading = css({ textStyle: 'subheading', mb: '2' });
const list = css({ listStyle: 'decimal', ps: '6', display: 'grid', gap: '2' });
