import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { SaleEvent } from '../../contract/sales.ts'
import type { TestApp, Visitor } from './test-app.ts'

/** The event stream of an open page, over real HTTP, until the test ends. */
export async function openEventSource(w: TestApp, who: Visitor, headers: Record<string, string> = {}) {
  if (!w.app.server.listening) await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const controller = new AbortController()
  onTestFinished(() => controller.abort())
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`http://127.0.0.1:${address.port}/api/events`, {
    headers: { cookie, ...headers },
    signal: controller.signal,
  })
  const receivedEvents: Array<SaleEvent> = []
  const closed = read(answer, receivedEvents)
  return {
    status: answer.status,
    headers: answer.headers,
    received: receivedEvents,
    ended: closed,
    close: () => controller.abort(),
    /** The first event of a type, once it has arrived. */
    async hears<T extends SaleEvent['type']>(type: T): Promise<Extract<SaleEvent, { type: T }>> {
      for (let i = 0; i < 500; i++) {
        const event = receivedEvents.find((received) => received.type === type)
        // The predicate selects by type, which TypeScript cannot infer.
        if (event) return event as Extract<SaleEvent, { type: T }>
        await sleep(10)
      }
      throw new Error(`No ${type} in ${JSON.stringify(receivedEvents)}`)
    },
  }
}

/** Collects events until the stream closes; returns `left` if the client closed it, `ended` if the server did. */
async function read(answer: Response, receivedEvents: Array<SaleEvent>): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      const messages = text.split('\n\n').slice(0, -1)
      const events = messages.flatMap((message) =>
        message.startsWith('data: ') ? [JSON.parse(message.slice(6))] : [],
      )
      receivedEvents.push(...events.slice(receivedEvents.length))
    }
  } catch {
    return 'left'
  }
  return 'ended'
}
