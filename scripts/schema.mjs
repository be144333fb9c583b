import { ensureInstalled } from './ensure-installed.mjs'
import { main, mustRun } from './process.mjs'

const configs = ['drizzle.config.ts', 'drizzle.sandbox.config.ts']

/**
 * `npm run schema -- plain_name` writes a migration of what has changed in the tables of the code since the last one. A released
 * migration never changes, because databases have run it.
 */
main(async () => {
  const [name = ''] = process.argv.slice(2)
  if (!/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error('Say what changes, in lower case: npm run schema -- add_notes')
  await ensureInstalled('all')
  for (const config of configs)
    await mustRun('drizzle-kit', 'drizzle-kit', ['generate', '--config', config, '--name', name])
})
