import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServerProcess } from '../../tests/support/server-process.ts'
import { type FaultRun, nonZero } from './fault-run.ts'
import { findViolations } from './promises.ts'
import { countLost, countUnexpected, createItemsForSale, startLoad } from './shoppers.ts'

/** The maximum duration of a graceful stop. */
const maxStopMs = 8_000

export const stops: FaultRun = {
  what: 'SIGTERM under 8 clients, then a start',
  unit: 'stops',
  bar: '0 broken responses, 0 lost, 8 s, exit code 0',
  quickCount: 2,
  longCount: 100,
  async run(count, log) {
    const site = await startServerProcess()
    try {
      await site.start()
      const itemsForSale = await createItemsForSale(site, { items: 20 })
      let slowestMs = 0
      let badExits = 0
      let successCount = 0
      const other: Record<string, number> = {}
      const orderNumbers: Array<number> = []
      for (let stop = 1; stop <= count; stop++) {
        const load = startLoad(itemsForSale)
        await sleep(randomInt(300, 1_500))
        const began = performance.now()
        const exited = site.exited()
        await site.stop()
        slowestMs = Math.max(slowestMs, performance.now() - began)
        if ((await exited) !== 0) badExits += 1
        await load.stop()
        await site.start()
        // The connection was refused, or the server answered that it is stopping.
        const isExpected = ({ status }: { status: unknown }) =>
          status === 200 || status === 503 || status === 'refused'
        for (const [what, times] of Object.entries(countUnexpected(load.responses, isExpected)))
          other[what] = (other[what] ?? 0) + times
        successCount += load.responses.filter(({ status }) => status === 200).length
        orderNumbers.push(...load.orderNumbers)
        if (stop % 10 === 0)
          log(`${stop} stops, ${nonZero(other)} broken, slowest ${Math.round(slowestMs)} ms`)
      }
      const lost = await countLost(site, orderNumbers)
      const violations = await findViolations(site)
      const result =
        `broken ${nonZero(other)} of ${successCount}; lost ${lost} of ${orderNumbers.length}; slowest stop ${(slowestMs / 1_000).toFixed(1)} s; ` +
        `exit codes other than 0: ${badExits}; promises broken ${violations}`
      const hasPassed =
        nonZero(other) === '0' && lost === 0 && badExits === 0 && slowestMs <= maxStopMs && violations === '0'
      return { count, result, hasPassed }
    } finally {
      await site.remove()
    }
  },
}
