import type { PageText } from '@portal/shared-contract';
import { Text } from '@portal/shared-ui';
import { css } from '#css';

export type ArticlesProps = Pick<PageText, 'opening'> & {
  readonly articles: readonly (PageText['articles'][number] & {
    /** The fragment of the article; without it, its number. */
    readonly id?: string;
  })[];
};

/** A text in articles; several paragraphs of one article are numbered. */
export function Articles({ opening, articles }: ArticlesProps) {
  return (
    <>
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
