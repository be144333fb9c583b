import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { processPayouts } from '../contract/admin.ts'
import { getPayoutRun } from '../contract/payout-runs.ts'
import { buildUrl } from '../contract/route.ts'
import type { BenchClient } from './http-client.ts'
import { residentBytes } from './memory.ts'
import { type Measurement, megabytes, milliseconds } from './report.ts'
import { maxPayableCreators, type ScaleSize } from './scale-data.ts'
import type { ServerProcess } from './server-process.ts'

/** What reads or writes every row: its time grows with them, its memory should not. */
export type Linear = {
  payoutsMs: number
  payoutsBytes: number
  verifyMs: number
  verifyBytes: number
  backupMs: number
}

export async function measureLinear(
  { site, size, admin }: { site: ServerProcess; size: ScaleSize; admin: BenchClient },
  log: (line: string) => void,
): Promise<Linear> {
  const payouts = await runPayouts(site, admin)
  log(`payout run of ${paidCreators(size)} creators: ${milliseconds(payouts.ms)}`)
  const verify = await runVerify(site)
  log(`verify: ${milliseconds(verify.ms)}, ${megabytes(verify.peakBytes)}`)
  const backupMs = await readDatabaseFiles(site)
  log(`backup: ${milliseconds(backupMs)}`)
  return {
    ...{ payoutsMs: payouts.ms, payoutsBytes: payouts.peakBytes, backupMs },
    ...{ verifyMs: verify.ms, verifyBytes: verify.peakBytes },
  }
}

/** The bars of times grow with the number of purchases; those of memory do not. */
export function compareLinear(
  size: ScaleSize,
  measured: Linear,
  baseline: { size: ScaleSize; linear: Linear },
): Array<Measurement> {
  const name = `${size.purchases.toLocaleString('en-US')} purchases`
  const growth = size.purchases / baseline.size.purchases
  const row = (what: string, key: keyof Linear, format: (value: number) => string, atMost: number) => ({
    what: `${name}: ${what}`,
    measured: format(measured[key]),
    baseline: format(baseline.linear[key]),
    ratio: measured[key] / baseline.linear[key],
    target: `at most ${Number(atMost.toFixed(2))}`,
  })
  return [
    row(`payout run of ${paidCreators(size)} creators`, 'payoutsMs', milliseconds, 1.5),
    row('payout run, memory', 'payoutsBytes', megabytes, 1.5),
    row('verify', 'verifyMs', milliseconds, Math.max(1.5, 1.5 * growth)),
    row('verify, memory', 'verifyBytes', megabytes, 1.5),
    row('backup, read of the database’s files', 'backupMs', milliseconds, Math.max(1.5, 1.5 * growth)),
  ]
}

function paidCreators({ creators }: ScaleSize): string {
  return Math.min(creators, maxPayableCreators).toLocaleString('en-US')
}

async function runPayouts(site: ServerProcess, admin: BenchClient) {
  const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1))
  const body = { month: lastMonth.getUTCMonth() + 1, year: lastMonth.getUTCFullYear() }
  let peakBytes = 0
  const began = performance.now()
  const response = await admin.send('POST', processPayouts.path, body)
  let run = (await response.json()) as { id: number; state: string }
  while (run.state === 'running') {
    await sleep(250)
    peakBytes = Math.max(peakBytes, await residentBytes(site))
    run = (await (
      await admin.send('GET', buildUrl(getPayoutRun, { params: { id: run.id } }))
    ).json()) as typeof run
  }
  if (run.state !== 'completed') throw new Error(`The payout run answered ${JSON.stringify(run)}`)
  return { ms: performance.now() - began, peakBytes }
}

const verifyProgram = join(import.meta.dirname, '../dist/verify.js')

async function runVerify(site: ServerProcess) {
  const began = performance.now()
  const child = spawn(process.execPath, [verifyProgram], {
    env: { PATH: process.env.PATH, DATA_DIR: site.dataDir, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  let peakBytes = 0
  const timer = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakBytes = Math.max(peakBytes, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024)
  }, 100)
  const code = await new Promise((done) => child.on('close', done))
  clearInterval(timer)
  if (code !== 0) throw new Error(`verify found differences:\n${output}`)
  return { ms: performance.now() - began, peakBytes }
}

/** A backup copies the data folder. Only the reading is measured, because the copy would need the same space again. */
async function readDatabaseFiles({ dataDir }: ServerProcess): Promise<number> {
  const began = performance.now()
  const child = spawn('sh', ['-c', 'tar -cf - -C "$1" postgres 2>/dev/null | cat > /dev/null', 'sh', dataDir])
  await new Promise((done) => child.on('close', done))
  return performance.now() - began
}
