import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { productName } from '../contract/site.ts'
import { logConsoleErrors } from './adapters/logger.ts'
import type { OpenDatabase } from './adapters/postgres/start.ts'
import { builtRenderer, viteRenderer } from './adapters/renderers.ts'
import { runStopSteps } from './adapters/stop-steps.ts'
import { compose } from './compose.ts'
import { configWarnings } from './config/process.ts'
import { unknownNameMessage } from './config/unknown-names.ts'
import { type Config, unknownNames } from './config.ts'
import { mailboxLink } from './http/dev-mailbox.ts'
import type { Ports } from './ports/index.ts'
import { productVersion } from './product-version.ts'
import { serve } from './run.ts'
import { probeServices } from './start-probes.ts'

/** Less than the ten seconds after which Docker kills a process. */
const stopDeadlineMs = 7_500

const distDir = dirname(fileURLToPath(import.meta.url))

type StartOptions = { config: Config; log: Logger; database: Promise<OpenDatabase> }

/** Starts everything but the database, and prints the URL. */
export async function startInstance({ config, log, database }: StartOptions): Promise<void> {
  const app = await compose({ config, log, database })

  if (config.migrate === 'only') {
    await app.stop()
    console.log('The database has the schema of this version.')
    return
  }
  const warnings = await probeServices(app.ports).catch((error) =>
    app.stop().then(() => Promise.reject(error)),
  )
  const renderer = config.isDevelopment ? await viteRenderer() : await builtRenderer(distDir)
  const { stops } = await serve(app, { renderer, version: productVersion() }).catch((error) =>
    app.stop().then(() => Promise.reject(error)),
  )
  printStartup(app.ports)
  for (const warning of [...nameWarnings(), ...configWarnings(config), ...warnings]) {
    // The lines of the log are for programs. Each warning is written once.
    if (process.stdout.isTTY) console.warn(`  Warning: ${warning}`)
    else log.warn({}, warning)
  }
  logConsoleErrors(log)

  let isStopping = false
  const shutdown = async () => {
    // A terminal and npm may both send the signal; the second one is ignored.
    if (isStopping) return
    isStopping = true
    console.log('Stopping …')
    const startedAt = performance.now()
    // The process ends even if the shutdown hangs. Our database shuts down cleanly with it (supervisor.ts).
    setTimeout(() => {
      log.error({}, 'shutdown timed out, ending running work')
      process.exit(1)
    }, stopDeadlineMs)
    const steps = [
      ...stops,
      { name: 'pages', run: () => renderer.close?.(), timeoutMs: 500 },
      { name: 'ports', run: app.stop, timeoutMs: stopDeadlineMs },
    ]
    await runStopSteps(steps, (part, error) =>
      log.error(
        { err: error, part, afterMs: Math.round(performance.now() - startedAt) },
        'a part did not stop in time',
      ),
    )
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, shutdown)
}

function nameWarnings(): Array<string> {
  return unknownNames().map((unknown) => {
    const { detail, fix } = unknownNameMessage(unknown)
    return `${detail}. ${fix}`
  })
}

function printStartup(ports: Ports): void {
  const { config, paymentProvider, mailer } = ports
  const { publicUrl } = config
  console.log(`${productName} is running at ${publicUrl}`)
  const isLive = paymentProvider.mode === 'live'
  console.log(
    isLive
      ? '  Live mode: cards are charged for real.'
      : '  Test mode: only test cards work, and no money moves.',
  )
  if (config.devMailboxEnabled && mailer.mailbox)
    console.log(`  Emails, including sign-in codes: ${mailboxLink(ports)}`)
  if (!config.devMailboxEnabled && mailer.mailbox)
    console.log(`  Emails are saved in ${join(config.dataDir, 'mail')}.`)
  console.log('  Press Ctrl+C to stop. Your data is kept.')
}
