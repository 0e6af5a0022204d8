import { css } from '#css';

/** The stamp of a visit (YYYY-MM-DD), for the eye alone; without a date the place of one that is to come. */
export function Stamp({ date }: { readonly date?: string | undefined }) {
  const [year, month, day] = date?.split('-') ?? [];
  return (
    <svg
      viewBox="0 0 80 80"
      aria-hidden="true"
      focusable="false"
      className={stamp}
      data-stamped={year && ''}
    >
      <circle cx="40" cy="40" r="38" />
      {year && (
        <>
          <circle cx="40" cy="40" r="31" />
          <path d="M33 21.5l5 5 9-9" />
          <text x="40" y="48">{`${month}.${day}`}</text>
          <text x="40" y="61" data-year="">
            {year}
          </text>
        </>
      )}
    </svg>
  );
}

const stamp = css({
  fill: 'none',
  stroke: 'line',
  strokeWidth: '1.5px',
  strokeDasharray: '4 4',
  fontVariantNumeric: 'tabular-nums',
  '&[data-stamped]': {
    color: 'danger',
    stroke: 'currentColor',
    strokeDasharray: 'none',
    rotate: '-6deg',
  },
  '& text': {
    fill: 'currentColor',
    stroke: 'none',
    fontSize: '17px',
    fontWeight: 'bold',
    textAnchor: 'middle',
  },
  '& [data-year]': { fontSize: '10px' },
});
