import { startBare } from './baseline-server.ts'
import { createClient } from './http-client.ts'
import { requestsPerSecond } from './load.ts'
import { type Measurement, median } from './report.ts'
import { startServerProcess } from './server-process.ts'

const load = { connections: 16, seconds: 4 }

/** Tip pages served per second, compared with a bare Node server. */
export async function tipPage(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  const bare = await startBare()
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signsIn(site, 'mara@example.com')
    const page = `${site.url}/p/${await creator.publishes(Buffer.from('the very bytes'))}`

    const rounds: Array<{ ours: number; bare: number }> = []
    for (let round = 0; round < 2; round++)
      rounds.push({
        ours: await requestsPerSecond(page, load),
        bare: await requestsPerSecond(bare.url, load),
      })
    const ours = median(rounds.map((round) => round.ours))
    const beside = median(rounds.map((round) => round.bare))
    return [
      {
        what: 'tip page, requests/s, 16 connections',
        ours: ours.toFixed(0),
        beside: `${beside.toFixed(0)} bare node:http`,
        ratio: ours / beside,
        bar: '0.50 warm, 0.15 cold',
      },
    ]
  } finally {
    bare.stop()
    await site.remove()
  }
}
