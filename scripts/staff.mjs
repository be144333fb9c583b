import { isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, nodePath, run } from './process.mjs'

/** Lists who may open the admin pages, or resets their passkeys. It needs no build tools. */
main(async () => {
  const args = process.argv.slice(2)
  if (isBuilt()) return run(nodePath(), ['dist/staff.js', ...args], { env: { NODE_ENV: 'production' } })
  await ensureInstalled('build')
  return run('tsx', ['server/staff/main.ts', ...args])
})
