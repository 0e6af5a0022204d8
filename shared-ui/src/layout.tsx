import {
  type ComponentPropsWithRef,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
} from 'react';
import { card } from '#styled/recipes/card.js';
import { heading } from '#styled/recipes/heading.js';
import { inline } from '#styled/recipes/inline.js';
import { page } from '#styled/recipes/page.js';
import { stack } from '#styled/recipes/stack.js';
import { text } from '#styled/recipes/text.js';
import { namePageStep } from './page-step.ts';
import { WayUp } from './way-up.tsx';

type Gap = 'xs' | 'sm' | 'md' | 'lg' | 'xl';

export type PageProps = {
  /** `form` (40 rem, the default) is for texts and forms, `wide` (64 rem) for the home page. */
  readonly width?: 'form' | 'wide';
  /** The content of its PageHeading, where that comes first. */
  readonly heading?: ReactNode;
  readonly children: ReactNode;
};

/** The column that holds a screen. The shell renders the landmark around it. */
export function Page({ width = 'form', heading, children }: PageProps) {
  return (
    <div className={page({ width })}>
      <WayUp />
      {heading && <PageHeading>{heading}</PageHeading>}
      {children}
    </div>
  );
}

export type PageHeadingProps = {
  /** The heading is the page's title too, and takes the focus with each change: steps share an address. */
  readonly namesPage?: boolean;
  readonly children: ReactNode;
};

/** The only h1 of a screen. It takes the focus after a change of route (design §9.3). */
export function PageHeading({ namesPage = false, children }: PageHeadingProps) {
  const element = useRef<HTMLHeadingElement>(null);
  useNamedPage(element, namesPage);
  return (
    <h1 ref={element} tabIndex={-1} className={heading({ level: 'page' })}>
      {children}
    </h1>
  );
}

export function useNamedPage(heading: RefObject<HTMLElement | null>, named = true): void {
  // After every render, because a heading is any content: its text is known in the document only.
  useLayoutEffect(() => {
    if (named) namePageStep(heading.current?.textContent ?? undefined);
  });
  useLayoutEffect(() => (named ? () => namePageStep(undefined) : undefined), [named]);
}

export type HeadingProps = {
  /** 2 for a section of the page, 3 for a subsection. */
  readonly level?: 2 | 3;
  readonly id?: string | undefined;
  readonly children: ReactNode;
};

export function Heading({ level = 2, id, children }: HeadingProps) {
  const Tag = level === 2 ? 'h2' : 'h3';
  return (
    <Tag id={id} className={heading({ level: level === 2 ? 'section' : 'part' })}>
      {children}
    </Tag>
  );
}

export type TextProps = {
  readonly tone?: 'ink' | 'muted';
  readonly size?: 'md' | 'sm';
  readonly id?: string;
  readonly children: ReactNode;
};

export function Text({ tone, size, id, children }: TextProps) {
  return (
    <p id={id} className={text({ tone, size })}>
      {children}
    </p>
  );
}

export type StackProps = {
  readonly gap?: Gap;
  readonly align?: 'stretch' | 'start';
  readonly children: ReactNode;
};

export function Stack({ gap, align, children }: StackProps) {
  return <div className={stack({ gap, align })}>{children}</div>;
}

export type InlineProps = { readonly gap?: Gap; readonly children: ReactNode };

export function Inline({ gap, children }: InlineProps) {
  return <div className={inline({ gap })}>{children}</div>;
}

export type CardProps = Omit<ComponentPropsWithRef<'section'>, 'className' | 'style'> & {
  readonly padding?: 'none' | 'md';
  /** `section` needs a name (`aria-labelledby`); use `div` for a card that is not a region. */
  readonly as?: 'section' | 'article' | 'div';
  /** Stacks the content with this gap. */
  readonly gap?: Gap;
  /** The content of the heading above it, whose id `aria-labelledby` is. */
  readonly heading?: ReactNode;
};

/** A section below a line. */
export function Card(props: CardProps) {
  const { as = 'div', padding, gap, heading, children, ...rest } = props;
  const Tag = as as 'section';
  const content = (
    <>
      {heading && <Heading id={rest['aria-labelledby']}>{heading}</Heading>}
      {children}
    </>
  );
  return (
    <Tag {...rest} className={card({ padding })}>
      {gap ? <Stack gap={gap}>{content}</Stack> : content}
    </Tag>
  );
}
