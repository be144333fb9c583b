import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'

/** What a process of this machine answers to a load balancer, in words. */
export type Answer = { port: number; isWell: boolean; text: string }

/** A process that has just been started answers within a minute, also on a small machine. */
export const maxStartMs = 60_000
const timeoutMs = 3_000

type Listener = Pick<Config, 'host'>

/** Asks the ports until one of them answers well, or the time is over. Returns the last answers. */
export async function askUntilWell(
  ports: Array<number>,
  listener: Listener,
  { maxMs, intervalMs = 1_000 }: { maxMs: number; intervalMs?: number },
): Promise<Array<Answer>> {
  const deadline = Date.now() + maxMs
  for (;;) {
    const answers = await Promise.all(ports.map((port) => ask(port, listener)))
    if (Date.now() >= deadline || answers.some(({ isWell }) => isWell)) return answers
    await sleep(intervalMs)
  }
}

async function ask(port: number, { host }: Listener): Promise<Answer> {
  const address = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const url = `http://${address.includes(':') ? `[${address}]` : address}:${port}/health`
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
  await response?.body?.cancel()
  if (!response) return { port, isWell: false, text: 'does not answer' }
  if (response.ok) return { port, isWell: true, text: 'answers' }
  return {
    port,
    isWell: false,
    text: `answers ${response.status}: the database does not respond, or it is stopping`,
  }
}
