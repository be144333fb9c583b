import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ArchivedTable } from './archive-format.ts'
import { beginSnapshot, copyTable, selectTables, tableName } from './snapshot.ts'

/** Passes chunks on and hashes them. */
export function hashing() {
  const hash = createHash('sha256')
  return {
    async *pass(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    digest: () => hash.digest('hex'),
  }
}

/** The hash of a table's rows in the order they are stored, which is that of loading them. */
export async function hashTable(client: pg.ClientBase, table: ArchivedTable): Promise<string> {
  const { pass, digest } = hashing()
  for await (const _ of pass(copyTable(client, table).rows));
  return digest()
}

/** The names of tables whose rows differ in two databases, in a snapshot of each. */
export async function differingTables(one: pg.ClientBase, other: pg.ClientBase): Promise<Array<string>> {
  await beginSnapshot(one)
  await beginSnapshot(other)
  try {
    const differing: Array<string> = []
    for (const table of await selectTables(one)) {
      // The row that says which of the two is in use.
      if (table.name === 'instance') continue
      if ((await hashTable(one, table)) !== (await hashTable(other, table))) differing.push(tableName(table))
    }
    return differing
  } finally {
    await one.query('rollback')
    await other.query('rollback')
  }
}
