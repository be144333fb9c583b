import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '../server/adapters/logger.ts'
import { builtRenderer } from '../server/adapters/renderers.ts'
import { compose } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import { serve } from '../server/run.ts'
import {
  watchFileSystem,
  watchJobs,
  watchPorts,
  watchRequests,
  watchStatements,
} from './reliability/fault-points.ts'

/**
 * The built server, which kills itself with SIGKILL at the point named in the file FAULT_POINT. FAULT_TRACE is a file
 * that gets a line for each point passed. Only benches start it, and only on a local instance.
 */
const config = readConfig()
if (!config.isLocal) throw new Error('The faulty server runs on a local instance only.')

const here = dirname(fileURLToPath(import.meta.url))
watchFileSystem()
watchStatements()
watchRequests()
const wired = await compose({
  config,
  log: createLogger(config.logLevel),
})
watchJobs(wired.queue.boss)
const renderer = await builtRenderer(here)
await serve({ ...wired, ports: watchPorts(wired.ports) }, { renderer, version: '0.0.0' })
