import { ensureInstalled } from './ensure-installed.mjs'
import { main, run } from './process.mjs'

/** Runs a TypeScript file of the project with arguments: `node scripts/run-ts.mjs server/seed/main.ts`. */
main(async () => {
  await ensureInstalled('all')
  return run('tsx', process.argv.slice(2))
})
