import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort, waitForOk } from '../tests/support/server-process.ts'

const program = join(import.meta.dirname, 'baseline-http.ts')

/** Starts the baseline server in its own process and returns its start time in milliseconds. */
export async function startBaselineServer(file = '') {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, [program, String(port), file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitForOk(url, () => child.exitCode !== null)
  return { url, tookMs: performance.now() - began, stop: () => child.kill('SIGKILL') }
}
