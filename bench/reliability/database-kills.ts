import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { type FaultRun, nonZero } from './fault-run.ts'
import { findViolations } from './promises.ts'
import { countLost, countUnexpected, createItemsForSale, startLoad } from './shoppers.ts'

/** The maximum time until the server answers again after the database is back. */
const recoveryMs = 5_000

export const databaseKills: FaultRun = {
  what: 'kill -9 of PostgreSQL under 8 clients: the server keeps running, answers 503, recovers within 5 s of the database',
  unit: 'kills',
  bar: '0 lost, 0 other responses, 5 s',
  quickCount: 3,
  longCount: 50,
  async run(count, log) {
    const site = await startServerProcess()
    try {
      await site.start()
      const load = startLoad(await createItemsForSale(site, { items: 20 }))
      const pid = site.pid()
      const recoveries: Array<number> = []
      for (let kill = 1; kill <= count; kill++) {
        await sleep(randomInt(300, 2_000))
        recoveries.push(await killDatabase(site))
        if (kill % 10 === 0) log(`${kill} kills, ${load.orderNumbers.length} bought`)
      }
      await sleep(1_000)
      await load.stop()
      const other = countUnexpected(load.responses, ({ status }) => status === 503 || status === 200)
      const unavailable = load.responses.filter(({ status }) => status === 503).length
      const isAlive = site.isRunning() && site.pid() === pid
      const slowest = Math.max(...recoveries)
      const lost = await countLost(site, load.orderNumbers)
      const violations = await findViolations(site)
      const hasPassed =
        lost === 0 && nonZero(other) === '0' && violations === '0' && isAlive && slowest <= recoveryMs
      const result =
        `lost ${lost} of ${load.orderNumbers.length}; other answers ${nonZero(other)}; 503 ${unavailable} of ${load.responses.length}; ` +
        `slowest ${(slowest / 1_000).toFixed(1)} s; promises broken ${violations}${isAlive ? '' : '; the process died'}`
      return { count, result, hasPassed }
    } finally {
      await site.remove()
    }
  },
}

/** Kills the PostgreSQL postmaster and returns the milliseconds from its restart until /health is OK. */
async function killDatabase(site: ServerProcess): Promise<number> {
  const killedPid = await readPostmasterPid(site)
  process.kill(killedPid, 'SIGKILL')
  for (;;) {
    const isBack = await site
      .query('select 1')
      .then(async () => (await readPostmasterPid(site)) !== killedPid)
      .catch(() => false)
    if (isBack) break
    await sleep(10)
  }
  const restartedAt = performance.now()
  while (!(await isHealthy(site))) await sleep(10)
  return performance.now() - restartedAt
}

async function readPostmasterPid({ dataDir }: ServerProcess): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}

async function isHealthy({ url }: ServerProcess): Promise<boolean> {
  const response = await fetch(`${url}/health`).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.ok === true
}
