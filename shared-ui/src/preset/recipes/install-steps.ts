import { defineRecipe } from '@pandacss/dev';
import { column } from './parts.ts';

export const installSteps = defineRecipe({
  className: 'install-steps',
  base: { ...column('2'), listStyle: 'decimal', paddingInlineStart: '6' },
});
