import { text } from 'node:stream/consumers'
import type { HttpServer } from '../../server/http/create-server.ts'

type Request = {
  method: 'GET'
  url: string
  headers: Record<string, string>
  remoteAddress?: string
}

/** Requests a response that may not end. Returns the headers of an event stream, and any other response completely. */
export async function requestHeadersOnly(app: HttpServer, request: Request) {
  const answer = await app.inject({ ...request, payloadAsStream: true })
  const stream = answer.stream()
  const { statusCode, headers, raw } = answer
  const isEventStream = String(headers['content-type']).startsWith('text/event-stream')
  if (isEventStream) stream.destroy()
  return { statusCode, headers, raw, payload: isEventStream ? '' : await text(stream) }
}
