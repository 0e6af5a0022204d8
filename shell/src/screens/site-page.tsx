import { useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import {
  type PageText,
  readSitePage,
  SITE_LINKS,
  type SiteLink,
  sitePagePath,
} from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import { type LoaderFunctionArgs, useLoaderData } from '@portal/shared-routing';
import { LoadProblem, Page, PageHeading } from '@portal/shared-ui';
import { apiErrorCode } from '@portal/shared-ui/forms';
import type { ReactElement } from 'react';
import { NotFound } from '../errors/not-found.tsx';
import { SITE_PAGE_TITLES } from '../site-page-titles.ts';
import { Articles } from './articles.tsx';

type Loaded = { readonly name: SiteLink; readonly page: Result<PageText> };

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded | null> {
  const { pathname } = new URL(request.url);
  const name = SITE_LINKS.find((each) => pathname.endsWith(sitePagePath(each)));
  if (!name) return null;
  const answer = await call(readSitePage, { params: { name, locale: localeOf(pathname) } });
  return { name, page: answer.ok ? { ...answer, data: answer.data.data } : answer };
}

/** A page of the operator's own, from the folder of the brand. */
export function Component(): ReactElement {
  const { t } = useLingui();
  const loaded = useLoaderData<typeof loader>();
  if (!loaded) return <NotFound />;
  const { name, page } = loaded;
  if (!page.ok && apiErrorCode(page.error) === 'request.not_found') return <NotFound />;
  return (
    <Page>
      <PageHeading>{t(SITE_PAGE_TITLES[name])}</PageHeading>
      {page.ok ? <Articles {...page.data} /> : <LoadProblem error={page.error} />}
    </Page>
  );
}
