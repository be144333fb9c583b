import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { onTestFinished, vi } from 'vitest'
import { createWebhookEndpoint } from '../../contract/webhook-endpoints.ts'
import { webhookEventTypes } from '../../contract/webhook-events.ts'
import type { Visitor } from './test-app.ts'

export type Received = { headers: IncomingHttpHeaders; body: string; path: string }

/** Answers a request, which it counts from 0. Nothing is sent while it doesn’t end the response. */
export type Answer = (response: ServerResponse, nth: number) => void

const takes: Answer = (response) => response.writeHead(204).end()

/** A creator's own program on this machine that gets events. `answer` can be replaced while it runs. */
export async function startReceiver(answer: Answer = takes) {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body, path: request.url ?? '' })
      receiver.answer(response, received.length - 1)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const receiver = {
    url: `http://127.0.0.1:${address.port}/hooks`,
    received,
    answer,
    /** Breaks off what it has not answered. */
    close,
    ids: () => received.map(({ headers }) => String(headers['webhook-id'])),
  }
  return receiver
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Makes an endpoint for all events, unless others are named. */
export async function addEndpoint(
  creator: Visitor,
  { url }: Pick<Receiver, 'url'>,
  {
    types = webhookEventTypes,
    format = 'json',
  }: { types?: ReadonlyArray<string>; format?: 'json' | 'slack' | 'discord' } = {},
) {
  const { status, body } = await creator.call(createWebhookEndpoint, { body: { url, format, types } })
  if (status !== 200) throw new Error(`No endpoint was made: ${JSON.stringify(body)}`)
  return { id: body.endpoint.id, secret: body.secret }
}

type Event = { type: string; timestamp: string; sequence: number; data: Record<string, unknown> }

/** What the official library makes of a request, at the time that it was sent. It throws for a wrong signature. */
export function verifyWith(secret: string, { headers, body }: Received): Event {
  const now = vi.spyOn(Date, 'now').mockReturnValue(Number(headers['webhook-timestamp']) * 1_000)
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) as Event
  } finally {
    now.mockRestore()
  }
}
