import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../../bench/report.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { FaultRun } from './fault-run.ts'
import { waitForDelivery } from './promises.ts'
import { waitUntilTrue } from './retry.ts'
import { type Conditions, underLoad } from './under-load.ts'

/** The maximum duration of a graceful stop. */
const maxStopMs = 8_000
/** The maximum time until the server answers again after the database is back. */
const maxRecoveryMs = 5_000

export const randomKills: FaultRun = {
  what: 'kill -9 of the server at random under 8 clients, 30 % of webhooks dropped, 30 % duplicated, all delayed and reordered',
  unit: 'kills',
  bar: '0 acknowledged purchases lost, everything paid delivered once, within 120 s of the last start',
  quickCount: 3,
  longCount: 1_000,
  async run(count, log) {
    const conditions: Conditions = {
      // A different seed for each start: the same seed would drop the same few webhooks each time.
      settings: (start) => ({
        SANDBOX_FAULTS: `drop=0.3,duplicate=0.3,delayMs=2000,shuffle=yes,seed=${start * 7_919}`,
      }),
      expected: [200, 503, 'refused', 'broken'],
    }
    const { result, wrong, notes } = await underLoad(conditions, async ({ site, shop }) => {
      for (let kill = 1; kill <= count; kill++) {
        const load = shop()
        // In every second round at least one purchase is confirmed before the kill, however slow the machine is.
        if (kill % 2 === 0) await waitUntilTrue(async () => load.bought.length > 0)
        await sleep(randomInt(200, 1_500))
        await site.kill()
        await load.stop()
        await site.start()
        if (kill % 10 === 0) log(`${kill} kills`)
      }
      return waitForDelivery(site)
    })
    return {
      count,
      wrong: { late: result.late, ...wrong },
      notes: `${notes}; all delivered ${seconds(result.tookMs)} after the last start`,
    }
  },
}

export const databaseKills: FaultRun = {
  what: 'kill -9 of PostgreSQL under 8 clients: the server keeps running, answers 503, recovers within 5 s of the database',
  unit: 'kills',
  bar: '0 lost, 0 other responses, 5 s',
  quickCount: 3,
  longCount: 50,
  async run(count, log) {
    const { result, wrong, notes } = await underLoad({ expected: [200, 503] }, async ({ site, shop }) => {
      const load = shop()
      const pid = site.pid()
      let slowestMs = 0
      for (let kill = 1; kill <= count; kill++) {
        await sleep(randomInt(300, 2_000))
        slowestMs = Math.max(slowestMs, await killDatabase(site))
        if (kill % 10 === 0) log(`${kill} kills, ${load.bought.length} bought`)
      }
      await sleep(1_000)
      await load.stop()
      return { slowestMs, hasDied: !site.isRunning() || site.pid() !== pid }
    })
    const { slowestMs, hasDied } = result
    return {
      count,
      wrong: { 'the process died': hasDied, 'slow recovery': slowestMs > maxRecoveryMs, ...wrong },
      notes: `${notes}; slowest recovery ${seconds(slowestMs)}`,
    }
  },
}

export const stops: FaultRun = {
  what: 'SIGTERM under 8 clients, then a start',
  unit: 'stops',
  bar: '0 broken responses, 0 lost, 8 s, exit code 0',
  quickCount: 2,
  longCount: 100,
  async run(count, log) {
    // The connection was refused, or the server answered that it is stopping.
    const conditions: Conditions = { expected: [200, 503, 'refused'] }
    const { result, wrong, notes } = await underLoad(conditions, async ({ site, shop }) => {
      const rounds = { slowestMs: 0, badExits: 0 }
      for (let stop = 1; stop <= count; stop++) {
        const load = shop()
        await sleep(randomInt(300, 1_500))
        const startedAt = performance.now()
        const exited = site.exited()
        await site.stop()
        rounds.slowestMs = Math.max(rounds.slowestMs, performance.now() - startedAt)
        if ((await exited) !== 0) rounds.badExits += 1
        await load.stop()
        await site.start()
        if (stop % 10 === 0) log(`${stop} stops, slowest ${seconds(rounds.slowestMs)}`)
      }
      return rounds
    })
    const { slowestMs, badExits } = result
    return {
      count,
      wrong: { 'exit codes other than 0': badExits, 'slow stop': slowestMs > maxStopMs, ...wrong },
      notes: `${notes}; slowest stop ${seconds(slowestMs)}`,
    }
  },
}

/** Kills the PostgreSQL postmaster and returns the milliseconds from its restart until /health is OK. */
async function killDatabase(site: ServerProcess): Promise<number> {
  const killedPid = await readPostmasterPid(site)
  process.kill(killedPid, 'SIGKILL')
  await waitUntilTrue(async () => {
    await site.query('select 1')
    return (await readPostmasterPid(site)) !== killedPid
  })
  const restartedAt = performance.now()
  await waitUntilTrue(async () => {
    const response = await fetch(`${site.url}/health`)
    await response.arrayBuffer()
    return response.ok
  })
  return performance.now() - restartedAt
}

async function readPostmasterPid({ dataDir }: ServerProcess): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)
}
