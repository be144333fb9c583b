import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sign, signatureHeader } from '../server/adapters/sandbox/events.ts'
import {
  type BenchClient,
  type CreatedCheckout,
  createClient,
  publishFile,
} from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { type Measurement, milliseconds, quantile } from './report.ts'

/** Of fewer events, the slowest two would be the 99th percentile. */
const eventCount = 800

/** The latency from a webhook event until its buyer sees the purchase. */
export async function verifyLatency(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  try {
    await site.start()
    const contentId = await publishFile(site)
    await pauseSandboxWebhooks(site)
    await measureLatencies(site, contentId, 4)
    // Autovacuum does the same a few seconds later.
    await site.query('analyze')

    const alone = await measureLatencies(site, contentId, 1)
    const concurrent = await measureLatencies(site, contentId, 16)
    const commit = await commitTimes(site)
    return [
      toMeasurement('event received → access shown, 1 client', alone, commit, '40 ms'),
      toMeasurement('event received → access shown, 16 clients', concurrent, commit, '200 ms'),
    ]
  } finally {
    await site.remove()
  }
}

function toMeasurement(
  what: string,
  times: Array<number>,
  commit: Array<number>,
  target: string,
): Measurement {
  return {
    what,
    measured: `p50 ${milliseconds(quantile(times, 0.5))}, p99 ${milliseconds(quantile(times, 0.99))}`,
    baseline: `one commit p50 ${milliseconds(quantile(commit, 0.5))}, p99 ${milliseconds(quantile(commit, 0.99))}`,
    ratio: quantile(times, 0.5) / quantile(commit, 0.5),
    target: `p99 ${target}`,
  }
}

/** Only our own events count: the sandbox creates its webhooks without sending them. */
async function pauseSandboxWebhooks(site: ServerProcess): Promise<void> {
  await site.query(`
    create function hold_back() returns trigger language plpgsql as
      'begin new.next_attempt_at := null; return new; end';
    create trigger hold_back before insert on sandbox.webhook_deliveries for each row execute function hold_back()`)
}

/** Every buyer has an address of their own, as in reality. */
let buyersSoFar = 0

/** All payments are made before the first event, so that only events and page reads are measured. */
async function measureLatencies(
  site: ServerProcess,
  contentId: number,
  clients: number,
): Promise<Array<number>> {
  const secret = (await readFile(join(site.dataDir, 'secrets/sandbox-webhooks'), 'utf8')).trim()
  const paid: Array<{ fan: BenchClient; checkout: CreatedCheckout }> = []
  for (let i = 0; i < eventCount; i++) {
    const fan = createClient(site.url)
    const checkout = await fan.startCheckout(contentId, `buyer${++buyersSoFar}@example.com`)
    await fan.pay(checkout)
    paid.push({ fan, checkout })
  }

  const times: Array<number> = []
  const client = async () => {
    for (let next = paid.pop(); next; next = paid.pop()) {
      const began = performance.now()
      await postWebhook(next.fan, secret, next.checkout)
      await next.fan.verifyPurchase(next.checkout, contentId)
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return times
}

async function postWebhook(
  provider: BenchClient,
  secret: string,
  { paymentIntentId }: CreatedCheckout,
): Promise<void> {
  const id = `evt_bench_${paymentIntentId}`
  const event = { id, type: 'payment.succeeded', data: { object: { id: paymentIntentId } } }
  const signature = sign(secret, JSON.stringify(event), new Date())
  const response = await provider.send('POST', '/api/webhooks/sandbox', event, {
    [signatureHeader]: signature,
  })
  if (!response.ok) throw new Error(`The webhook was rejected: ${response.status}`)
  await response.arrayBuffer()
}

/** One row, committed to disk, over an open connection. */
async function commitTimes(site: ServerProcess): Promise<Array<number>> {
  await site.query('create table commit_bench (id serial primary key, at timestamptz)')
  return site.timed('insert into commit_bench (at) values (now())', 100)
}
