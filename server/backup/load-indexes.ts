import type pg from 'pg'

/** Statements that create what `dropIndexes` has dropped. */
export type IndexStatements = {
  indexes: Array<string>
  foreignKeys: Array<{ name: string; statement: string }>
}

type Dropped = { name: string; drop: string; create: string }

const ourSchemas = `('public', 'sandbox', 'drizzle')`

/**
 * Drops foreign keys, and indexes that no primary key or unique constraint needs. Building an index once is faster than
 * maintaining it row by row, and without foreign keys tables can be loaded in any order.
 */
export async function dropIndexes(client: pg.ClientBase): Promise<IndexStatements> {
  const foreignKeys = await dropEach(
    client,
    `select k.conname as name,
       format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
       format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as create
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname in ${ourSchemas} order by k.oid`,
  )
  const indexes = await dropEach(
    client,
    `select i.relname as name, format('drop index %I.%I', n.nspname, i.relname) as drop, pg_get_indexdef(i.oid) as create
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
     where n.nspname in ${ourSchemas} and not exists (select from pg_constraint k where k.conindid = i.oid)
     order by i.oid`,
  )
  return {
    indexes: indexes.map(({ create }) => create),
    foreignKeys: foreignKeys.map(({ name, create }) => ({ name, statement: create })),
  }
}

async function dropEach(client: pg.ClientBase, sql: string): Promise<Array<Dropped>> {
  const { rows } = await client.query<Dropped>(sql)
  for (const { drop } of rows) await client.query(drop)
  return rows
}
