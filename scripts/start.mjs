import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { main, nodePath, run } from './run.mjs'

main(async () => {
  if (!isBuilt()) {
    await ensureInstalled('all')
    await build()
  }
  await ensureInstalled('production')

  console.log('Starting Tipdrop …')
  return run(nodePath(), ['dist/server.js'], { env: { NODE_ENV: 'production' } })
})
