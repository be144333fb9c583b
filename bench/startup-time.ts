import { startBaselineServer } from './baseline-server.ts'
import { createClient } from './http-client.ts'
import { type Measurement, median, milliseconds } from './report.ts'
import { startServerProcess } from './server-process.ts'

/** Startup time until the first page, with an empty data folder and with one in use. */
export async function startUp(): Promise<Array<Measurement>> {
  const empty: Array<number> = []
  const existing: Array<number> = []
  const bare: Array<number> = []
  for (let round = 0; round < 2; round++) {
    const site = await startServerProcess()
    try {
      empty.push(await site.start('/'))
      const creator = createClient(site.url)
      await creator.signIn(site, 'mara@example.com')
      const id = await creator.publish(Buffer.from('the very bytes'))
      for (let start = 0; start < 2; start++) {
        await site.stop()
        existing.push(await site.start(`/p/${id}`))
      }
    } finally {
      await site.remove()
    }
    const hello = await startBaselineServer()
    bare.push(hello.tookMs)
    hello.stop()
  }
  const baseline = `${milliseconds(median(bare))} bare node:http`
  return [
    toMeasurement('start to first page, existing data', median(existing), baseline, '700 ms, aim 500'),
    toMeasurement('start to first page, empty folder', median(empty), baseline, '2,000 ms, aim 1,500'),
  ]
}

function toMeasurement(what: string, ms: number, baseline: string, target: string): Measurement {
  return { what, measured: milliseconds(ms), baseline, target }
}
