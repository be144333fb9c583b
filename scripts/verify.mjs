import { isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, nodePath, run } from './process.mjs'

/** Recomputes the books: what is built needs no tools, so this runs on a production install too. */
main(async () => {
  const asked = process.argv.slice(2)
  if (isBuilt()) return run(nodePath(), ['dist/verify.js', ...asked], { env: { NODE_ENV: 'production' } })
  await ensureInstalled('all')
  return run('tsx', ['server/verify/main.ts', ...asked])
})
