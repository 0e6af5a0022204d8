import { defineKeyframes } from '@pandacss/dev';

export const keyframes = defineKeyframes({
  turn: { to: { transform: 'rotate(360deg)' } },
  breathe: { '0%, 100%': { opacity: 1 }, '50%': { opacity: 0.5 } },
  press: { from: { opacity: 0, scale: '1.6' } },
  settle: { from: { opacity: 0.6, transform: 'scale(1.04)' } },
  appear: { from: { opacity: 0 } },
  vanish: { to: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: 'translateY(0.5rem)' } },
  creep: { from: { transform: 'scaleX(0)' }, to: { transform: 'scaleX(0.9)' } },
});
