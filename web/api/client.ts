import { urlOf } from '../../contract/route.ts'
import { ApiError, offline } from './api-error.ts'
import type { Arguments, Call, CallInput, Endpoint, ReplyOf } from './types.ts'

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Makes one call of the contract and gives its answer. Throws ApiError for anything but OK. Never tries twice. */
export function call<R extends Call>(route: R, ...[input]: Arguments<CallInput<R>>): Promise<ReplyOf<R>> {
  return send<R>(route, input)
}

/**
 * The same by method and path alone, for pages that must not carry the contract's schemas:
 * `send<typeof getContent>({ method: 'GET', path: '/api/content/:id' }, { params: { id } })`.
 */
export async function send<R extends Call>(endpoint: Endpoint<R>, input: AnyInput = {}): Promise<ReplyOf<R>> {
  const { body, headers, signal } = input
  const response = await fetch(urlOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'include',
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((fault: unknown) => {
    throw signal?.aborted ? fault : offline()
  })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return read<R>(response)
}

/** The server filters every answer by the contract's own schema, so its shape is stated here, not checked again. */
async function read<R extends Call>(response: Response): Promise<ReplyOf<R>> {
  const json = response.headers.get('content-type')?.includes('json')
  return (json ? await response.json() : await response.blob()) as ReplyOf<R>
}
