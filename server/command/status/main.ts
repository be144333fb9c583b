import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { productName } from '../../../contract/site.ts'
import { formatBytes } from '../../../domain/format.ts'
import { commandErrorMessage, runCommand } from '../../adapters/run-command.ts'
import { newestArchiveOf } from '../../backup/newest-archive.ts'
import { behindText } from '../../backup/replica/behind.ts'
import { commandLine } from '../../config/command-line.ts'
import { unknownNameMessage } from '../../config/unknown-names.ts'
import { type Config, readConfig, unknownNames } from '../../config.ts'
import { createDatabase, openPool } from '../../db/database.ts'
import { productVersion } from '../../product-version.ts'
import { connectionOfRunning } from '../../verify/connect.ts'
import { settingsFileName } from '../environment.ts'
import { type Answer, askUntilWell, maxStartMs } from '../health.ts'
import { readUnits } from '../units.ts'
import { type Records, readRecords } from './records.ts'

type Line = [name: string, text: string]

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
  for (const unknown of unknownNames()) {
    const { detail, fix } = unknownNameMessage(unknown)
    steps.push(`${detail}. ${fix}`)
  }
  console.log(productName)
  for (const [name, text] of lines) console.log(`  ${name.padEnd(10)}${text}`)
  if (steps.length > 0) console.log(`\nNext:\n${steps.map((step) => `  ${step}`).join('\n')}`)
  return isWell ? 0 : 1
}

/** Asks again while a unit is active and no process answers. */
async function askWhileStarting(
  ports: Array<number>,
  config: Config,
  units: ReturnType<typeof readUnits>,
): Promise<Array<Answer>> {
  const isStarting = units?.some(({ state }) => state === 'active' || state === 'activating')
  return askUntilWell(ports, config, { maxMs: isStarting ? maxStartMs : 0 })
}

async function startStep(units: ReturnType<typeof readUnits>, config: Config): Promise<string> {
  const copy = config.replica?.to ?? (await newestArchiveOf(config).catch(() => undefined))
  const isThere = await statfs(config.dataDir).catch(() => undefined)
  if (!isThere && copy && !config.databaseUrl)
    return `${config.dataDir} is missing. Mount its disk, or restore the data: ${commandLine('restore', copy)} (docs/operate/backup.md).`
  if (units?.some(({ state }) => state === 'active' || state === 'activating'))
    return `${commandLine('logs', '-f')}   shows how it starts. That takes up to a minute on a small machine.`
  if (units === undefined) return `${commandLine('doctor')}   tests the settings. Then start the server.`
  const name = units[0]?.name.replace('.service', '') ?? 'tipdrop@3000'
  return `sudo systemctl start ${name}   starts it.`
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
    try {
      const records = await readRecords(createDatabase(pool), config)
      return [...recordLines(records, config, steps), ...(await replicaLines(pool, config, steps))]
    } finally {
      await pool.end()
    }
  } catch (error) {
    steps.push(`${commandLine('doctor')}   tests what the settings name.`)
    return [['database', commandErrorMessage(error, config)]]
  }
}

async function replicaLines(pool: pg.Pool, { replica }: Config, steps: Array<string>): Promise<Array<Line>> {
  if (!replica) return []
  const behind = await behindText(pool)
  if (!behind)
    steps.push(`${commandLine('doctor')}   tests REPLICATE_TO. Until it is copied to, no copy is being made.`)
  return [['replica', `${replica.to}, ${behind ?? 'which is not being copied to'}`]]
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
