import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  casing: 'snake_case',
  schema: './src-main/desk/store/schema.ts',
  out: './src-main/desk/store/migrations',
});
