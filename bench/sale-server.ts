import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLogger } from '../server/adapters/logger.ts'
import { builtRenderer } from '../server/adapters/renderers.ts'
import { compose } from '../server/compose.ts'
import { readConfig } from '../server/config.ts'
import { serve } from '../server/run.ts'
import { doubledProvider } from './provider-double.ts'

/** The built server with the card provider at PROVIDER_DOUBLE. Only a bench starts it, and only on a local instance. */
const config = readConfig()
const { PROVIDER_DOUBLE: url } = process.env
if (!config.isLocal || !url) throw new Error('Only benches start this server.')

const here = dirname(fileURLToPath(import.meta.url))
const wired = await compose({
  config,
  log: createLogger(config.logLevel),
})
wired.ports.paymentProvider = doubledProvider(url, wired.ports.paymentProvider)
await serve(wired, { renderer: await builtRenderer(here), version: '0.0.0' })
