import { buildUrl } from '../../contract/route.ts'
import { networkError } from './api-error.ts'
import { pageAccountHeader, responseError } from './page-account.ts'
import type { ApiRoute, Endpoint, RequestArguments, RequestInput, ResponseOf } from './types.ts'

type RequestOptions = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
}

/**
 * Sends one request of the contract and returns its response body. Throws ApiError for anything but 2xx. Never
 * retries.
 */
export function request<R extends ApiRoute>(
  route: R,
  ...[input]: RequestArguments<RequestInput<R>>
): Promise<ResponseOf<R>> {
  return requestEndpoint<R>(route, input)
}

/** Like `request`, for hooks that have checked their input against the route's types. */
export async function requestEndpoint<R extends ApiRoute>(
  endpoint: Endpoint<R>,
  input: RequestOptions = {},
): Promise<ResponseOf<R>> {
  const { body, headers, signal } = input
  const response = await fetch(buildUrl(endpoint, input), {
    method: endpoint.method,
    credentials: 'include',
    headers: {
      ...pageAccountHeader(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal,
  }).catch((error: unknown) => {
    throw signal?.aborted ? error : networkError()
  })
  if (!response.ok) throw responseError(response.status, response.statusText, await response.text())
  return parseResponse<R>(response)
}

/** The server filters every response by the contract's schema, so the type is asserted here without a second check. */
async function parseResponse<R extends ApiRoute>(response: Response): Promise<ResponseOf<R>> {
  const isJson = response.headers.get('content-type')?.includes('json')
  return (isJson ? await response.json() : await response.blob()) as ResponseOf<R>
}
