import { defineConfig } from 'drizzle-kit'

/** The tables of the sandbox card provider, in a schema and with migrations of their own. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './server/adapters/sandbox/schema.ts',
  out: './server/adapters/sandbox/migrations',
})
