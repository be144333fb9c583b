import { createClient } from '../tests/support/http-client.ts'
import { startServerProcess } from '../tests/support/server-process.ts'
import { startBaselineServer } from './baseline-server.ts'
import { requestsPerSecond } from './load.ts'
import { type Measurement, median } from './report.ts'

const load = { connections: 16, seconds: 4 }
const rounds = 2
/** Each page is measured after its code is compiled and optimized. */
const warmUp = { connections: 16, seconds: 3 }

type Page = { what: string; path: string; cookie?: string; target: string }

/** Tip pages served per second, compared with a bare Node server. */
export async function tipPage(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  const bare = await startBaselineServer()
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signIn(site, 'mara@example.com')
    const [item, other] = [
      await creator.publish(Buffer.from('one')),
      await creator.publish(Buffer.from('two')),
    ]
    const buyer = createClient(site.url)
    await buyer.buys(item)
    const cookie = buyer.cookieHeader()
    const pages: Array<Page> = [
      { what: 'tip page', path: `/p/${item}`, target: '0.50' },
      { what: 'tip page, campaign link', path: `/p/${item}?utm_source=x`, target: '400/s' },
      { what: 'tip page, buyer of another item', path: `/p/${other}`, cookie, target: '400/s' },
      { what: 'tip page, its owner', path: `/p/${item}`, cookie, target: '400/s' },
    ]
    await requestsPerSecond(bare.url, warmUp)
    const measurements: Array<Measurement> = []
    for (const page of pages) measurements.push(await measure(page, site.url, bare.url))
    return measurements
  } finally {
    bare.stop()
    await site.remove()
  }
}

/** Rounds alternate with the bare server's, because other work on the machine changes both. */
async function measure(
  { what, path, cookie, target }: Page,
  site: string,
  bare: string,
): Promise<Measurement> {
  const measured: Array<number> = []
  const baseline: Array<number> = []
  const sent = cookie ? { cookie } : {}
  await requestsPerSecond(`${site}${path}`, { ...warmUp, ...sent })
  for (let round = 0; round < rounds; round++) {
    measured.push(await requestsPerSecond(`${site}${path}`, { ...load, ...sent }))
    baseline.push(await requestsPerSecond(bare, load))
  }
  return {
    what: `${what}, requests/s, 16 connections`,
    measured: median(measured).toFixed(0),
    baseline: `${median(baseline).toFixed(0)} bare node:http`,
    ratio: median(measured) / median(baseline),
    target,
  }
}
