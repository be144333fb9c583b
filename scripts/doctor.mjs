import { isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, nodePath, run } from './process.mjs'

/** Tests each service that the settings name. It needs no build tools, so it also runs on a production install. */
main(async () => {
  const args = process.argv.slice(2)
  if (isBuilt()) return run(nodePath(), ['dist/doctor.js', ...args], { env: { NODE_ENV: 'production' } })
  await ensureInstalled('build')
  return run('tsx', ['server/doctor/main.ts', ...args])
})
