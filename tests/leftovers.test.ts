import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endLeftovers, processesOf } from '../scripts/leftovers.mjs'
import { runGroup } from '../scripts/process.mjs'

const root = join(import.meta.dirname, '..')

/** Only Linux lists the processes that name a folder. */
const onLinux = test.skipIf(process.platform !== 'linux')

async function runFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-leftovers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

onLinux('a process that outlives a run is ended', async () => {
  const folder = await runFolder()
  const child = spawn('sleep', ['300'], { env: { ...process.env, TMPDIR: folder }, detached: true })
  await once(child, 'spawn')
  const ended = once(child, 'exit')

  expect(await endLeftovers(folder, { graceMs: 200 })).toBe(1)

  expect(await ended).toEqual([null, 'SIGKILL'])
  expect(processesOf(folder)).toEqual([])
})

onLinux('a command that is stopped leaves no child behind', async () => {
  const folder = await runFolder()
  const script = `import { runGroup } from './scripts/process.mjs'
    await runGroup('sh', ['-c', 'sleep 300 & trap "exit 130" INT; sleep 300 & wait'])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder },
  })
  await vi.waitFor(() => expect(processesOf(folder).length).toBeGreaterThanOrEqual(4), { timeout: 20_000 })
  const ended = once(child, 'exit')

  child.kill('SIGINT')
  await ended

  await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: 10_000 })
})

test('a command that has not ended at its deadline is reported and ended', async () => {
  const reported: Array<string> = []

  const code = await runGroup('sh', ['-c', 'sleep 300 & wait'], {
    deadlineMs: 200,
    onDeadline: () => reported.push('late'),
  })

  expect(code).toBe(128 + 15)
  expect(reported).toEqual(['late'])
})

/** Runs one file of `npm run e2e`, with its own folder for temporary files. */
async function runJourneys(env: Record<string, string> = {}) {
  const folder = await runFolder()
  const child = spawn(process.execPath, ['scripts/test.mjs', 'e2e', 'e2e/policy.test.ts'], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = text(child.stdout)
  const ended = once(child, 'exit')
  const lastLine = async () => (await output).trimEnd().split('\n').at(-1)
  return { folder, child, ended, lastLine }
}

const options = { tags: ['long'], timeout: 300_000 }

onLinux('journeys whose browser cannot start fail, and leave no process behind', options, async () => {
  const { folder, ended, lastLine } = await runJourneys({ CHROMIUM_PATH: '/bin/false' })

  expect(await ended).toEqual([1, null])

  expect(await lastLine()).toBe('0 passed, 3 failed')
  expect(processesOf(folder)).toEqual([])
})

onLinux(
  'journeys that are interrupted fail, and leave no server, database or browser behind',
  options,
  async () => {
    const { folder, child, ended, lastLine } = await runJourneys()
    const names = () => processesOf(folder).map(({ name }) => name)
    await vi.waitFor(() => expect(names()).toEqual(expect.arrayContaining(['postgres', 'chromium'])), {
      timeout: 120_000,
    })

    child.kill('SIGINT')
    expect(await ended).toEqual([1, null])

    expect(await lastLine()).toMatch(/^\d+ passed, [1-9]\d* failed$/)
    expect(processesOf(folder)).toEqual([])
  },
)
