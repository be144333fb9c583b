import { text } from 'node:stream/consumers'
import type { HttpServer } from '../../server/http/create-server.ts'

type Request = {
  method: 'GET'
  url: string
  headers: Record<string, string>
  remoteAddress?: string
}

/** Asks for something that does not end by itself: its head is the answer; what refuses is read whole. */
export async function requestHeadersOnly(app: HttpServer, request: Request) {
  const answer = await app.inject({ ...request, payloadAsStream: true })
  const stream = answer.stream()
  const { statusCode, headers, raw } = answer
  const goesOn = String(headers['content-type']).startsWith('text/event-stream')
  if (goesOn) stream.destroy()
  return { statusCode, headers, raw, payload: goesOn ? '' : await text(stream) }
}
