import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, mustRun, root } from './process.mjs'

/** Fixed, so that the generated files change only with the schema. The database knows a migration by its time and hash. */
const firstTime = 1_795_737_600_000
const snapshotId = '00000000-0000-4000-8000-000000000001'

const head = `-- Made by \`npm run schema\` from server/db/schema. Until 1.0 is released it is made anew after each change of a table.
-- Trusted extensions: the owner of a database may create them.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
`

/** Writes 0000_schema.sql of both folders of migrations from the tables in the code. */
main(async () => {
  await ensureInstalled('all')
  const tags = ['0000_schema', '0001_triggers']
  await generate({ config: 'drizzle.config.ts', folder: 'server/db/migrations', head, tags })
  await generate({
    config: 'drizzle.sandbox.config.ts',
    folder: 'server/adapters/sandbox/migrations',
    head: '',
    tags: tags.slice(0, 1),
  })
})

async function generate({ config, folder, head, tags }) {
  const meta = join(root, folder, 'meta')
  // Drizzle adds to what it finds. Without a snapshot it writes the whole schema.
  rmSync(meta, { recursive: true, force: true })
  mkdirSync(meta)
  writeJson(join(meta, '_journal.json'), { version: '7', dialect: 'postgresql', entries: [] })
  await mustRun('drizzle-kit', 'drizzle-kit', ['generate', '--config', config, '--name', 'schema'], {
    quiet: ['stdout'],
  })
  const schema = join(root, folder, '0000_schema.sql')
  writeFileSync(schema, `${head}${readFileSync(schema, 'utf8').trimEnd()}\n`)
  const snapshot = join(meta, '0000_snapshot.json')
  writeJson(snapshot, { ...JSON.parse(readFileSync(snapshot, 'utf8')), id: snapshotId })
  const entries = tags.map((tag, idx) => ({
    idx,
    version: '7',
    when: firstTime + idx,
    tag,
    breakpoints: true,
  }))
  writeJson(join(meta, '_journal.json'), { version: '7', dialect: 'postgresql', entries })
}

function writeJson(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
