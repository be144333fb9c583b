import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Site = Awaited<ReturnType<typeof startSite>>

/** The built server as a person starts it, in a folder of its own; `stop` leaves nothing behind. */
export async function startSite({ env = {} }: { env?: Record<string, string> } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['dist/server.js'], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Array<string> = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
  const ended = new Promise<void>((done) => child.on('exit', () => done()))

  const stop = async () => {
    child.kill('SIGTERM')
    await Promise.race([ended, sleep(15_000).then(() => child.kill('SIGKILL'))])
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilAnswers(url, () => child.exitCode !== null)
  } catch {
    await stop()
    throw new Error(`The site did not start:\n${said.join('')}`)
  }
  return { url, dataDir, said: () => said.join(''), mailboxLink: await mailboxLinkIn(said), stop }
}

/** The link to the mailbox that the terminal shows; undefined where the instance has none. */
async function mailboxLinkIn(said: Array<string>): Promise<string | undefined> {
  for (let i = 0; i < 100 && !said.join('').includes('Ctrl+C stops it'); i++) await sleep(50)
  return /\S+\/dev\/mail\?key=\S+/.exec(said.join(''))?.[0]
}

async function untilAnswers(url: string, hasEnded: () => boolean): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (hasEnded()) break
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('No answer')
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      probe.close(() => done(port))
    })
  })
}
