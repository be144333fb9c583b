import { ensureInstalled } from './install.mjs'
import { main, run } from './run.mjs'

/** Runs a TypeScript file of the project with its arguments: `node scripts/tsx.mjs server/seed/main.ts`. */
main(async () => {
  await ensureInstalled('all')
  return run('tsx', process.argv.slice(2))
})
