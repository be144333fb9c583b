import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { triggerFunctions } from '../server/db/schema/triggers.ts'
import { sharedTestApp } from './support/test-app.ts'

const testApp = sharedTestApp()

test('triggers.ts lists every trigger of the database with its tables', async () => {
  const { db } = await testApp()

  const { rows } = await db.execute<{ name: string; tables: Array<string> }>(sql`
    select p.proname as name, array_agg(distinct c.relname::text order by c.relname::text) as tables
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
      join pg_namespace n on n.oid = c.relnamespace
    where not t.tgisinternal and n.nspname in ('public', 'sandbox')
    group by p.proname order by p.proname`)

  const listed = triggerFunctions.map(({ name, tables }) => ({ name, tables: tables.toSorted() }))
  expect(listed.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual(rows)
})
