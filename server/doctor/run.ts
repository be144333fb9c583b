import type { Config } from '../config.ts'
import { readValidSettings, unknownNames } from '../config.ts'
import { addressChecks } from './address-checks.ts'
import { backupChecks } from './backup-checks.ts'
import { type Check, type Line, lineText, runChecks, skippedText, summaryText } from './check.ts'
import { instanceChecks } from './database-checks.ts'
import { machineChecks } from './machine-checks.ts'
import { mailChecks } from './mail-checks.ts'
import { type DatabaseState, openInstanceDatabase } from './open-database.ts'
import { outsideChecks } from './outside-checks.ts'
import { providerChecks } from './provider-checks.ts'
import { replicaChecks } from './replica-checks.ts'
import { schemaChecks } from './schema-checks.ts'
import { settingsCheck } from './settings-checks.ts'
import { storeChecks } from './store-checks.ts'

type Options = {
  /** Instead of the environment of this process. */
  env?: Record<string, string | undefined>
  args: ReadonlyArray<string>
  print(text: string): void
  /** The time limit of each check. */
  timeoutMs?: number
}

/**
 * Tries everything that the settings name, and prints a line for each with what to do. With `--json` it prints one JSON
 * object. Makes no folder, and removes its probe files. Returns the exit code: 1 if something failed.
 */
export async function runDoctor({ env, args, print, timeoutMs }: Options): Promise<number> {
  const { config, errors } = readValidSettings(env)
  const isJson = args.includes('--json')
  const wrongSettings = errors.filter(({ isLeftOut }) => isLeftOut).map(({ name }) => name)
  const database = wrongSettings.some((name) => /^(DATABASE_URL|DATA_DIR)$/.test(name))
    ? Promise.resolve({ state: 'none' } satisfies DatabaseState)
    : openInstanceDatabase(config)
  try {
    const checks = [
      settingsCheck({ config, errors, unknown: unknownNames(env) }),
      ...checksOf(config, database),
    ]
    const lines = await runChecks(checks, {
      onLine: (line) => (isJson || line.level === 'skip' ? undefined : print(lineText(line))),
      wrongSettings,
      ...(timeoutMs && { timeoutMs }),
    })
    for (const text of isJson ? [jsonText(lines)] : [...skippedText(lines), summaryText(lines)]) print(text)
    return hasFailed(lines) ? 1 : 0
  } finally {
    const opened = await database
    if (opened.state === 'open') await opened.close().catch(() => undefined)
  }
}

/** Everything but the settings themselves, in the order in which it is printed. */
export function checksOf(config: Config, database: Promise<DatabaseState>): Array<Check> {
  return [
    ...schemaChecks(config, database),
    ...instanceChecks(config, database),
    ...storeChecks(config, database),
    ...machineChecks(config),
    ...mailChecks(config),
    ...providerChecks(config),
    ...addressChecks(config),
    ...backupChecks(config, database),
    ...replicaChecks(config, database),
    ...outsideChecks(config, database),
  ]
}

function hasFailed(lines: ReadonlyArray<Line>): boolean {
  return lines.some(({ level }) => level === 'fail')
}

function jsonText(lines: ReadonlyArray<Line>): string {
  return JSON.stringify({ isOk: !hasFailed(lines), checks: lines }, undefined, 2)
}
