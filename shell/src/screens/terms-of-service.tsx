import { Trans } from '@lingui/react/macro';
import { formatDate } from '@portal/shared-i18n';
import { useLocale } from '@portal/shared-routing';
import { Page, PageHeading, Text } from '@portal/shared-ui';
import type { ReactElement } from 'react';
import { css } from '#css';
import { termsInEnglish } from './terms-of-service/terms-en.ts';
import { termsInJapanese } from './terms-of-service/terms-ja.ts';

export function Component(): ReactElement {
  const locale = useLocale();
  const { name } = window.portal.config.brand;
  const terms = locale === 'en' ? termsInEnglish(name.en) : termsInJapanese(name.ja);
  const inForce = formatDate(terms.version);
  return (
    <Page>
      <PageHeading>
        <Trans>Terms of service</Trans>
      </PageHeading>
      <Text tone="muted" size="sm">
        <Trans>Effective from {inForce}</Trans>
      </Text>
      <Text>{terms.opening}</Text>
      {terms.articles.map(({ id, title, paragraphs }) => (
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
      ))}
    </Page>
  );
}

const article = css({ mt: '2' });
const heading = css({ textStyle: 'subheading', mb: '2' });
const list = css({ listStyle: 'decimal', ps: '6', display: 'grid', gap: '2' });
