import { text } from 'node:stream/consumers'
import type { HttpServer } from '../../server/http/create-server.ts'

type Request = {
  method: 'GET'
  url: string
  headers: Record<string, string>
  remoteAddress?: string
}

/** For a response that does not end: returns its headers; an error is read completely. */
export async function requestHeadersOnly(app: HttpServer, request: Request) {
  const answer = await app.inject({ ...request, payloadAsStream: true })
  const stream = answer.stream()
  const { statusCode, headers, raw } = answer
  const goesOn = String(headers['content-type']).startsWith('text/event-stream')
  if (goesOn) stream.destroy()
  return { statusCode, headers, raw, payload: goesOn ? '' : await text(stream) }
}
