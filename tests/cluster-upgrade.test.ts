import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startServerProcess } from '../bench/server-process.ts'
import { upgradeSteps } from '../server/cluster-upgrade/reporter.ts'
import { expectEverything, oldInstance, removeOldInstances } from './support/old-instance.ts'
import { runTool, type ToolRun } from './support/run-tool.ts'
import { mountSmallDisk } from './support/small-disk.ts'

const long = { tags: ['long'], timeout: 300_000 }
const majors = [17, 16, 15]

afterAll(removeOldInstances)

/** What a move keeps in the data folder. */
function keptIn(dataDir: string): Array<string> {
  return readdirSync(dataDir).filter((name) => name.startsWith('postgres-'))
}

/** Moves the database without starting the server, until `onLine` or a step kills the process. */
async function runUpgrade(
  settings: Record<string, string>,
  { killedAt = '', onLine = () => undefined }: { killedAt?: string; onLine?: (line: string) => void } = {},
): Promise<ToolRun> {
  const child = spawn(process.execPath, ['tests/support/run-upgrade.ts', killedAt], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
      onLine(String(text))
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

test.for(majors)(
  'an instance on PostgreSQL %i moves to the bundled version at its start, with a way back',
  long,
  async (major, context) => {
    const old = await oldInstance(context, major)
    const { dataDir, settings } = old

    await expectEverything(old)

    const [database = '', backup = '', ...others] = keptIn(dataDir).sort()
    expect(others).toEqual([])
    expect(database).toMatch(new RegExp(`^postgres-${major}-\\d{4}-\\d\\d-\\d\\dT\\d{6}Z$`))
    expect(backup).toBe(`${database}.tar`)
    expect(readFileSync(join(dataDir, database, 'PG_VERSION'), 'utf8').trim()).toBe(String(major))
    const check = await runTool('backup', ['--check', join(dataDir, backup)], settings)
    expect(check).toMatchObject({ code: 0, output: expect.stringContaining('rows, without files') })
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    expect(await runTool('restore', [join(dataDir, backup)], settings)).toMatchObject({
      code: 1,
      output: expect.stringContaining('Add --keep-files'),
    })
    const restored = await runTool('restore', [join(dataDir, backup), '--keep-files'], settings)
    expect(restored.output).toContain('Every cent is accounted for.\nEvery file is complete.')
    expect(restored.code).toBe(0)
  },
)

test.for(upgradeSteps)(
  'a move that is killed at the step %s starts over or is completed, and nothing is lost',
  long,
  async (step, context) => {
    const old = await oldInstance(context, 17)

    const { code } = await runUpgrade(old.settings, { killedAt: step })

    expect(code).toBe(null)
    const verify = await runTool('verify', [], old.settings)
    expect(verify.code).toBe(1)
    expect(verify.output).toContain(step === 'kept' ? 'it completes the move' : 'it moves the database')
    await expectEverything(old)
    expect(keptIn(old.dataDir)).toHaveLength(2)
  },
)

test(
  'a server that is killed at random times while it moves the database loses nothing',
  long,
  async (context) => {
    const old = await oldInstance(context, 17)
    for (let round = 0; round < 4; round++) {
      const site = await startServerProcess(old.settings, { dataDir: old.dataDir })
      const started = site.start().catch(() => undefined)
      await sleep(randomInt(200, 4_000))
      await site.kill()
      await started
    }

    await expectEverything(old)
  },
)

test(
  'a move that fills the disk leaves the old database in use, and works when there is room',
  long,
  async (context) => {
    const old = await oldInstance(context, 17, await mountSmallDisk(context, 900))
    const { dataDir, settings } = old
    const ballast = join(dataDir, 'ballast')
    const fill = (leftBytes: number) => {
      const { bavail, bsize } = statfsSync(dataDir)
      try {
        writeFileSync(ballast, Buffer.alloc(bavail * bsize - leftBytes))
      } catch (error) {
        // The database took some of it meanwhile.
        expect(error).toMatchObject({ code: 'ENOSPC' })
      }
    }

    fill(100 * 1024 ** 2)
    const refused = await runUpgrade(settings)
    rmSync(ballast)
    const failed = await runUpgrade(settings, { onLine: (line) => line.includes('Backing up') && fill(0) })
    const left = keptIn(dataDir)
    rmSync(ballast)

    expect(refused.output).toMatch(/the move needs \d+(\.\d)? MB of free disk space, and there are .* MB/)
    expect(failed.output).toContain('the disk is full. Make room, and start again. Nothing has changed')
    expect(left).toEqual([])
    await expectEverything(old)
  },
)
