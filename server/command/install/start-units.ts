import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { installedSettingsFile } from '../../config/command-line.ts'
import { readConfig } from '../../config.ts'
import { installedDataDir } from '../environment.ts'
import { askUntilWell, maxStartMs } from '../health.ts'
import { parseSettings } from '../settings-file.ts'
import { done, isSystemdRunning, mustRun } from './system.ts'

/** Starts a unit. Throws with the end of its log unless its port answers within a minute. */
export async function startUnit(unit: string): Promise<void> {
  mustRun('systemctl', ['start', unit])
  done(`started ${unit}, which answers ${await waitFor(unit)}`)
}

/**
 * Restarts every process that runs, one after the other, each after the one before answers. When there is nothing new
 * for them they are only asked. Throws with the end of the log of one that does not answer.
 */
export async function restartUnits({ isNeeded }: { isNeeded: boolean }): Promise<void> {
  const units = runningUnits()
  if (isNeeded && installedSettings().get('MIGRATE') === 'check' && units.length > 0) {
    mustRun('systemctl', ['restart', 'tipdrop-migrate'])
    done('migrated the database')
  }
  for (const unit of units) {
    if (isNeeded) mustRun('systemctl', ['restart', unit])
    const answer = await waitFor(unit)
    done(isNeeded ? `restarted ${unit}, which answers ${answer}` : `${unit} runs this version already`)
  }
}

/** The names of our units that run; none where systemd does not. */
export function runningUnits(): Array<string> {
  if (!isSystemdRunning()) return []
  const listed = mustRun('systemctl', ['list-units', '--plain', '--no-legend', '--state=active', 'tipdrop@*'])
  return listed.split('\n').flatMap((line) => line.trim().split(/\s+/)[0] || [])
}

/** How long it took until the port of a unit answers. */
async function waitFor(unit: string): Promise<string> {
  const startedAt = Date.now()
  const port = Number(/\d+/.exec(unit)?.[0])
  const config = readConfig({ DATA_DIR: installedDataDir, ...Object.fromEntries(installedSettings()) })
  const [answer] = await askUntilWell([port], config, { maxMs: maxStartMs })
  if (answer?.isWell) return `after ${Math.max(1, Math.round((Date.now() - startedAt) / 1_000))} s`
  throw new Error(notStarted({ unit, text: answer?.text ?? '', log: lastLines(unit) }))
}

/** What is printed of a process that does not answer. */
export function notStarted({ unit, text, log }: { unit: string; text: string; log: string }): string {
  const reason = log.trim()
    ? `Its last lines:\n${log.trim().replace(/^/gm, '  ')}`
    : 'It has written no line.'
  return `${unit} ${text} after ${maxStartMs / 1_000} seconds. ${reason}\nNext:\n  sudo tipdrop logs\n  sudo tipdrop status`
}

function lastLines(unit: string): string {
  const { stdout } = spawnSync('journalctl', ['--unit', unit, '--lines=10', '--output=cat', '--no-pager'], {
    encoding: 'utf8',
  })
  return stdout ?? ''
}

function installedSettings(): Map<string, string> {
  return parseSettings(readFileSync(installedSettingsFile, 'utf8'), installedSettingsFile)
}
