import { Trans } from '@lingui/react/macro';
import type { Result } from '@portal/kit/api';
import { openNotification } from '@portal/kit/auth';
import type { Notification } from '@portal/kit/contract';
import { publishedDate } from '@portal/kit/i18n';
import {
  type Deferred,
  deferred,
  type LoaderFunctionArgs,
  useDeferred,
  useLoaderData,
} from '@portal/kit/routing';
import {
  Card,
  ExternalLinkButton,
  LinkButton,
  LoadProblem,
  Page,
  PageHeading,
  Skeleton,
  SkeletonGroup,
  Stack,
} from '@portal/kit/ui';
import { RichText } from '@portal/kit/ui/rich-text';
import { Suspense } from 'react';
import { css } from '#css';

type DetailData = { readonly id: string; readonly notification: Deferred<Result<Notification>> };

/** Fetching a notification marks it read. An unknown one leads to /404. */
export async function loader({ params }: LoaderFunctionArgs): Promise<DetailData> {
  const { id = '' } = params;
  return { id, notification: await deferred(openNotification({ id }, { purpose: 'navigation' })) };
}

export function Component() {
  const { id, notification } = useLoaderData<DetailData>();
  return (
    <Page>
      <Suspense key={id} fallback={<ArticleSkeleton />}>
        {/* The link comes with the text, whose length is not known before. */}
        <Stack gap="lg">
          <Article notification={notification} />
          <div>
            <LinkButton to="/my-page/notifications" variant="outline">
              <Trans>Back to the list</Trans>
            </LinkButton>
          </div>
        </Stack>
      </Suspense>
    </Page>
  );
}

function Article({ notification }: Pick<DetailData, 'notification'>) {
  const answer = useDeferred(notification);
  if (!answer.ok) {
    return (
      <>
        <PageHeading>
          <Trans>Notification</Trans>
        </PageHeading>
        <LoadProblem error={answer.error} />
      </>
    );
  }
  const { title, body, published_date, external_link } = answer.data;
  return (
    <>
      <div className={head}>
        <PageHeading>
          <span className={freeText}>{title}</span>
        </PageHeading>
        <time dateTime={published_date} className={date}>
          {publishedDate(published_date)}
        </time>
      </div>
      <Card>
        <RichText html={body} />
        {external_link !== undefined && (
          <div className={css({ mt: '5' })}>
            <ExternalLinkButton href={external_link} target="_blank" rel="noopener noreferrer">
              <Trans>Read more</Trans>
            </ExternalLinkButton>
          </div>
        )}
      </Card>
    </>
  );
}

function ArticleSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton shape="title" width="half" />
      <div className={css({ mt: '5' })}>
        <Card>
          <Skeleton />
          <Skeleton />
          <Skeleton width="half" />
        </Card>
      </div>
    </SkeletonGroup>
  );
}

// The phrases of a text from the operator are not marked, so that it breaks as any other.
const freeText = css({ '@supports not (word-break: auto-phrase)': { wordBreak: 'normal' } });
const head = css({ display: 'grid', gap: '2', overflowWrap: 'anywhere' });
const date = css({ fontSize: 'sm', color: 'ink.muted', fontVariantNumeric: 'tabular-nums' });
