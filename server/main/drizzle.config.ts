import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['../*/src/schema/*.ts', '../platform/src/database/schema/*.ts'],
  out: '../platform/drizzle',
});
