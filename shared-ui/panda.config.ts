import { defineConfig } from '@pandacss/dev';
import { SHARED_PREFIX } from './src/panda/shared-prefix.ts';
import { portalPreset } from './src/preset/index.ts';

/** Generates `styled-system/`: the recipe functions and the typed `css()` that every package wraps. */
export default defineConfig({
  presets: ['@pandacss/preset-base', portalPreset],
  prefix: { className: SHARED_PREFIX },
  outdir: 'styled-system',
  outExtension: 'js',
  preflight: true,
  include: ['src/**/*.{ts,tsx}'],
  exclude: ['src/**/*.test.{ts,tsx}'],
});
