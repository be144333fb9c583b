import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Encoded } from './encoded-body.ts'
import { type CachedPage, isSharedWith } from './rendered-page-cache.ts'
import { isUnchanged } from './shared-page-headers.ts'
import { type WholeResponse, wholeResponse } from './whole-response.ts'

const responses = new WeakMap<Encoded, WholeResponse>()

/** False when this browser gets another page, or when the page was not sent in this encoding yet. */
export function sendCachedPage(
  { status, viewers, body, headers }: CachedPage,
  { request, response, keepAliveMs }: Exchange,
): boolean {
  const sent = request.headers
  if (!headers || !isSharedWith(viewers, sent.cookie)) return false
  if (isUnchanged(headers, sent)) {
    response.writeHead(304, headers).end()
    return true
  }
  const encoded = body.encoded(sent['accept-encoding'])
  if (!encoded) return false
  const send = responses.get(encoded) ?? toResponse(encoded, { status, headers, keepAliveMs })
  send(request, response)
  return true
}

/** `keepAliveMs` is how long the server keeps an idle connection. */
type Exchange = { request: IncomingMessage; response: ServerResponse; keepAliveMs: number }

function toResponse(
  encoded: Encoded,
  { status, headers, keepAliveMs }: { status: number; headers: Record<string, string>; keepAliveMs: number },
): WholeResponse {
  const { bytes: body, encoding } = encoded
  const allHeaders = { ...headers, ...(encoding && { 'content-encoding': encoding }) }
  const send = wholeResponse({ status, headers: allHeaders, body }, keepAliveMs)
  responses.set(encoded, send)
  return send
}
