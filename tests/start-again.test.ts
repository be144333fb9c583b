import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './support/server-process.ts'

/** Runs `npm start` with its own data folder. */
async function start(env: Record<string, string> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-start-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => output.push(String(text)))
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(dataDir, { recursive: true, force: true })
  })
  return { child, ended, outputText: () => output.join(''), url: `http://127.0.0.1:${port}` }
}

async function waitUntilHealthy(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
}

function serverPid({ pid }: ChildProcess): number {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().split('\n')
  const row = rows.find(
    (line) => line.trim().split(/\s+/)[1] === String(pid) && line.includes('dist/server.js'),
  )
  return Number(row?.trim().split(/\s+/)[0])
}

test('a killed server is restarted with its database, and SIGTERM stops both', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const { child, ended, outputText, url } = await start()
  await waitUntilHealthy(url)
  const before = serverPid(child)

  process.kill(before, 'SIGKILL')
  await expect.poll(() => outputText(), { timeout: 60_000 }).toContain('Restarting in 1 s')
  await waitUntilHealthy(url)

  const after = serverPid(child)
  expect(after).not.toBe(before)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(() => process.kill(after, 0)).toThrow()
})

test('a start refused with a message is not repeated', { tags: ['long'], timeout: 120_000 }, async () => {
  const { ended, outputText } = await start({ CURRENCY: 'usd' })

  expect(await ended).toBe(78)
  expect(outputText()).toContain('CURRENCY must be an uppercase currency code')
  expect(outputText()).not.toContain('Restarting')
})
