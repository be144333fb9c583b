import { build, hasBuild, isBuilt } from './build.mjs'
import { ensureInstalled, removeBuildPackages } from './ensure-installed.mjs'
import { keepRunning } from './keep-running.mjs'
import { main, nodePath, run } from './process.mjs'

main(async () => {
  let removesBuildPackages = false
  if (!isBuilt()) {
    const isFirstBuild = !hasBuild()
    const wasInstalled = await ensureInstalled('build')
    await build()
    // Who builds again changes the code, and keeps what building needs.
    removesBuildPackages = isFirstBuild && wasInstalled
  }
  await ensureInstalled('production')

  console.log('Starting Tipdrop …')
  // glibc keeps freed memory in an arena for each thread, which is hundreds of megabytes with image libraries.
  // By default the limit from which freed memory is returned at once rises to 32 MB with the first large file.
  const { MALLOC_ARENA_MAX = '2', MALLOC_MMAP_THRESHOLD_ = '65536' } = process.env
  const env = { NODE_ENV: 'production', MALLOC_ARENA_MAX, MALLOC_MMAP_THRESHOLD_ }
  // By default V8 lets short-lived objects fill up to 96 MB before it collects them. The lower the limit of the others,
  // the sooner V8 collects those that are not used any more: by default the heap may grow to four times its size.
  const memoryOptions = ['--max-semi-space-size=4', '--max-old-space-size=512']
  const start = () => run(nodePath(), [...memoryOptions, 'dist/server.js'], { env })
  const [exitCode] = await Promise.all([
    keepRunning(start),
    // A failed removal costs disk space only.
    removesBuildPackages && removeBuildPackages().catch(() => undefined),
  ])
  return exitCode
})
