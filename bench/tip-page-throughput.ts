import { startBaselineServer } from './baseline-server.ts'
import { createClient } from './http-client.ts'
import { requestsPerSecond } from './load.ts'
import { type Measurement, median } from './report.ts'
import { startServerProcess } from './server-process.ts'

const load = { connections: 16, seconds: 4 }

/** Tip pages served per second, compared with a bare Node server. */
export async function tipPage(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  const bare = await startBaselineServer()
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signIn(site, 'mara@example.com')
    const page = `${site.url}/p/${await creator.publish(Buffer.from('the very bytes'))}`

    const rounds: Array<{ measured: number; bare: number }> = []
    for (let round = 0; round < 2; round++)
      rounds.push({
        measured: await requestsPerSecond(page, load),
        bare: await requestsPerSecond(bare.url, load),
      })
    const measured = median(rounds.map((round) => round.measured))
    const baseline = median(rounds.map((round) => round.bare))
    return [
      {
        what: 'tip page, requests/s, 16 connections',
        measured: measured.toFixed(0),
        baseline: `${baseline.toFixed(0)} bare node:http`,
        ratio: measured / baseline,
        target: '0.50 warm, 0.15 cold',
      },
    ]
  } finally {
    bare.stop()
    await site.remove()
  }
}
