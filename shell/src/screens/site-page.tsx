import { useLingui } from '@lingui/react/macro';
import { call, type Result } from '@portal/shared-api';
import { type PageText, readSitePage, SITE_LINKS, sitePagePath } from '@portal/shared-contract';
import { localeOf } from '@portal/shared-i18n';
import { type LoaderFunctionArgs, useLoaderData, useMatches } from '@portal/shared-routing';
import { LoadProblem, Page, PageHeading } from '@portal/shared-ui';
import { NotFound } from '../errors/not-found.tsx';
import type { RouteHandle } from '../page/route-handle.ts';
import { Articles } from './articles.tsx';

const NOT_FOUND = 'request.not_found';

export async function loader({
  request,
}: LoaderFunctionArgs): Promise<Result<PageText> | undefined> {
  const { pathname } = new URL(request.url);
  const name = SITE_LINKS.find((each) => pathname.endsWith(sitePagePath(each)));
  const answer =
    name && (await call(readSitePage, { params: { name, locale: localeOf(pathname) } }));
  return answer?.ok ? { ...answer, data: answer.data.data } : answer;
}

/** A page of the operator's own, from the folder of the brand. */
export function Component() {
  const { t } = useLingui();
  const handle = useMatches().at(-1)?.handle as RouteHandle | undefined;
  const page = useLoaderData<typeof loader>();
  const isMissing = page && !page.ok && page.error.kind === 'api' && page.error.code === NOT_FOUND;
  if (!page || isMissing) return <NotFound />;
  return (
    <Page>
      <PageHeading>{handle?.title && t(handle.title)}</PageHeading>
      {page.ok ? <Articles {...page.data} /> : <LoadProblem error={page.error} />}
    </Page>
  );
}
