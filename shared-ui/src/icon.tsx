import { icon } from '#styled/recipes/icon.js';
import { iconDisc } from '#styled/recipes/icon-disc.js';

export type { IconName };

type IconProps = {
  readonly name: IconName;
  /** `sm` has the size of the surrounding text, `md` is 24 px and `lg` 32 px. */
  readonly size?: 'sm' | 'md' | 'lg';
  /** The accessible name; without it the icon is decorative and hidden from screen readers. */
  readonly label?: string;
};

export function Icon({ name, size = 'md', label }: IconProps) {
  const naming = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true as const };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: a title would show as a tooltip; aria-label or aria-hidden names it
    <svg viewBox="0 0 24 24" focusable="false" className={icon({ size })} {...naming}>
      <path d={ICON_PATHS[name]} />
    </svg>
  );
}

/** The icons: outlines on a grid of 24 by 24, one SVG path each. */
const ICON_PATHS = {
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21.5h4',
  calendar: 'M4 6.5h16v13.5H4zM4 10.5h16M8 3.5v4M16 3.5v4',
  camera: 'M3.5 7.5h4l2-3h5l2 3h4v11.5h-17zM12 9.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z',
  card: 'M3 6h18v12.5H3zM3 10h18M6.5 15h4',
  chat: 'M4 5h16v11.5h-9l-5 4v-4H4z',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  clock: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7.5V12l3 2',
  close: 'M6 6l12 12M18 6L6 18',
  error: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7.5v5.5M12 16.2v.3',
  external: 'M13.5 4.5h6v6M19.5 4.5l-9 9M17 14v5.5H4.5V7H10',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  globe:
    'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM3 12h18M12 3c3 2.6 4 5.6 4 9s-1 6.4-4 9c-3-2.6-4-5.6-4-9s1-6.4 4-9z',
  home: 'M4 11.5L12 4.5l8 7M6 10v9.5h4.5V14h3v5.5H18V10',
  info: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 11v5.5M12 7.5v.3',
  laptop: 'M5 5.5h14v10H5zM2.5 18.5h19',
  lock: 'M5.5 10.5h13V20h-13zM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3',
  'log-out': 'M10 4.5H5v15h5M15 8l4.5 4-4.5 4M19 12H9.5',
  mail: 'M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M4.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM11 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0zM17.5 12a1 1 0 1 0 2 0 1 1 0 1 0-2 0z',
  phone: 'M7 2.5h10v19H7zM11 18.5h2',
  picture:
    'M3.5 5h17v14h-17zM3.5 16l5-5 4 4 3-2.5 5 4M15 8.5a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z',
  plus: 'M12 5v14M5 12h14',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4zM9 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4z',
  shield: 'M12 3l7.5 2.5V11c0 4.6-3 8-7.5 10-4.5-2-7.5-5.4-7.5-10V5.5zM8.5 12l2.5 2.5 4.5-5',
  success: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM8 12.3l2.8 2.8L16 9.5',
  ticket: 'M3 7h18v3.5a1.5 1.5 0 0 0 0 3V17H3v-3.5a1.5 1.5 0 0 0 0-3zM14.5 7v2M14.5 11v2M14.5 15v2',
  'turn-left': 'M4.5 5v5h5M5 10a8 8 0 1 1-.6 4.5',
  'turn-right': 'M19.5 5v5h-5M19 10a8 8 0 1 0 .6 4.5',
  user: 'M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM4.5 20c.6-3.7 3.5-5.5 7.5-5.5s6.9 1.8 7.5 5.5',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.3',
} as const;

type IconName = keyof typeof ICON_PATHS;

type IconDiscProps = {
  readonly icon: IconName;
  readonly tone?: 'accent' | 'success';
  readonly size?: 'md' | 'lg';
};

export function IconDisc({ icon, tone, size }: IconDiscProps) {
  return (
    <span className={iconDisc({ tone, size })}>
      <Icon name={icon} />
    </span>
  );
}
