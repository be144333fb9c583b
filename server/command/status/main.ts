import { statfs } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { productName } from '../../../contract/site.ts'
import { formatBytes } from '../../../domain/format.ts'
import { commandErrorMessage, runCommand } from '../../adapters/run-command.ts'
import { commandLine } from '../../config/command-line.ts'
import { type Config, readConfig } from '../../config.ts'
import { createDatabase, openPool } from '../../db/database.ts'
import { productVersion } from '../../product-version.ts'
import { connectionOfRunning } from '../../verify/connect.ts'
import { settingsFileName } from '../environment.ts'
import { readUnits } from '../units.ts'
import { type Records, readRecords } from './records.ts'

type Line = [name: string, text: string]
type Answer = { port: number; isWell: boolean; text: string }

const timeoutMs = 3_000

/** Says what runs on this machine and what to do next. Starts and changes nothing. Exits with 1 unless it runs and answers. */
async function main(): Promise<number> {
  const config = readConfig()
  const units = readUnits()
  const ports = units && units.length > 0 ? units.map(({ port }) => port) : [config.port]
  const answers = await askWhileStarting(ports, config, units)
  const isWell = answers.some((answer) => answer.isWell)
  const steps: Array<string> = []
  const lines: Array<Line> = [
    ['version', productVersion()],
    ['address', config.publicUrl],
    ['settings', settingsFileName() ?? 'the environment'],
    ['data', await dataText(config)],
    ...(units ?? []).map(({ name, state, result, since }): Line => {
      if (state === 'failed') steps.push(`${commandLine('logs')}   says why ${name} ended (${result}).`)
      return ['unit', `${name.replace('.service', '')} is ${state}${since ? ` since ${since}` : ''}`]
    }),
    ...answers.map(({ port, text }): Line => ['port', `${port} ${text}`]),
  ]
  if (!isWell) steps.push(await startStep(units, config))
  lines.push(...(await databaseLines(config, steps)))
  console.log(productName)
  for (const [name, text] of lines) console.log(`  ${name.padEnd(10)}${text}`)
  if (steps.length > 0) console.log(`\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}`)
  return isWell ? 0 : 1
}

/** A unit that has just been started answers within a minute, also on a small machine. */
const maxStartMs = 60_000

/** Asks again while a unit is active and no process answers. */
async function askWhileStarting(
  ports: Array<number>,
  config: Config,
  units: ReturnType<typeof readUnits>,
): Promise<Array<Answer>> {
  const isStarting = units?.some(({ state }) => state === 'active' || state === 'activating')
  const deadline = Date.now() + (isStarting ? maxStartMs : 0)
  for (;;) {
    const answers = await Promise.all(ports.map((port) => ask(port, config)))
    if (Date.now() >= deadline || answers.some(({ isWell }) => isWell)) return answers
    await sleep(1_000)
  }
}

async function startStep(units: ReturnType<typeof readUnits>, config: Config): Promise<string> {
  const copy = config.replica?.to ?? config.backup.to
  const isThere = await statfs(config.dataDir).catch(() => undefined)
  if (!isThere && copy && !config.databaseUrl)
    return `${config.dataDir} is missing. Mount its disk, or restore the data: ${commandLine('restore', copy)} (docs/operate/backup.md).`
  if (units?.some(({ state }) => state === 'active' || state === 'activating'))
    return `${commandLine('logs', '-f')}   shows how it starts. That takes up to a minute on a small machine.`
  if (units === undefined) return `${commandLine('doctor')}   tests the settings. Then start the server.`
  const name = units[0]?.name.replace('.service', '') ?? 'tipdrop@3000'
  return `sudo systemctl start ${name}   starts it.`
}

/** What a process of this machine answers to a load balancer. */
async function ask(port: number, { host }: Config): Promise<Answer> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/health`
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
  await response?.body?.cancel()
  if (!response) return { port, isWell: false, text: 'does not answer' }
  if (response.ok) return { port, isWell: true, text: 'answers' }
  return {
    port,
    isWell: false,
    text: `answers ${response.status}: the database does not respond, or it is stopping`,
  }
}

async function dataText({ dataDir }: Config): Promise<string> {
  const space = await statfs(dataDir).catch(() => undefined)
  return space
    ? `${dataDir}, ${formatBytes(space.bavail * space.bsize)} free`
    : `${dataDir}, which is not there yet`
}

/** What the database has on record, where it can be reached without starting it. */
async function databaseLines(config: Config, steps: Array<string>): Promise<Array<Line>> {
  try {
    const connection = await connectionOfRunning(config)
    if (!connection)
      return [['database', 'built-in; it runs only with the server, so backups and alerts are not shown']]
    const pool = openPool({ ...connection, max: 2 }, () => undefined)
    const records = await readRecords(createDatabase(pool), config).finally(() => pool.end())
    return recordLines(records, config, steps)
  } catch (error) {
    steps.push(`${commandLine('doctor')}   tests what the settings name.`)
    return [['database', commandErrorMessage(error, config)]]
  }
}

function recordLines(
  { processes, backup, openAlerts }: Records,
  config: Config,
  steps: Array<string>,
): Array<Line> {
  if (backup.needsOne)
    steps.push(
      config.backup.to
        ? `${commandLine('backup')}   makes a backup. If it fails, it says why.`
        : 'Set BACKUP_TO and BACKUP_SCHEDULE (docs/operate/backup.md).',
    )
  if (openAlerts > 0) steps.push(`${config.publicUrl}/admin/inbox   has the alerts, with what to do.`)
  return [
    ['database', config.databaseUrl ? 'that of DATABASE_URL' : 'built-in'],
    ...processes.map((text): Line => ['process', text]),
    ['backup', backup.text],
    ['alerts', openAlerts === 0 ? 'none open' : `${openAlerts} open`],
  ]
}

runCommand(main)
