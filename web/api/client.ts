import { accountHeader } from '../../contract/account-header.ts'
import { buildUrl } from '../../contract/route.ts'
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

type ErrorBody = { code: string; message: string; fields?: Record<string, string> }

/** Any response that is not 2xx. `message` is `STATUS: body` (spec.md section 8); screens show `userMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly userMessage: string
  readonly fields: Record<string, string>

  constructor(status: number, statusText: string, body: string) {
    super(`${status}: ${body || statusText}`)
    const errorBody = parseErrorBody(body)
    this.status = status
    this.code = errorBody?.code ?? 'internal'
    this.userMessage = userMessageFor(status, errorBody)
    this.fields = errorBody?.fields ?? {}
  }
}

function userMessageFor(status: number, errorBody: ErrorBody | undefined): string {
  if (status === 401 && errorBody?.message === 'Unauthorized')
    return 'You’re signed out. Try again to sign in; nothing you typed is lost.'
  return errorBody?.message ?? 'Something went wrong on our side. Please try again.'
}

/** The error of a request without a response. */
export function networkError(): ApiError {
  const message = 'We couldn’t reach the server. Check your connection and try again.'
  return new ApiError(0, '', JSON.stringify({ code: 'offline', message }))
}

export function userMessage(error: unknown): string {
  return error instanceof ApiError ? error.userMessage : 'Something went wrong. Please try again.'
}

/** The message to show at a form's field when the error does not name that field. The form shows field errors itself. */
export function formMessage(field: string, error: ApiError | null): string | undefined {
  return error && !error.fields[field] ? error.userMessage : undefined
}

/** The message of an error that is about no field of the form. */
export function formError(error: ApiError | null): string | undefined {
  return error && Object.keys(error.fields).length === 0 ? error.userMessage : undefined
}

/** A 401 with the word Unauthorized: the session is over (spec.md section 6). */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.message.startsWith('401:') && /unauthorized/i.test(error.message)
}

/** Parses without a schema, because pages without React load this file and must stay small. */
function parseErrorBody(body: string): ErrorBody | undefined {
  try {
    const { code, message, fields } = JSON.parse(body) ?? {}
    if (typeof code !== 'string' || typeof message !== 'string') return undefined
    return { code, message, fields: typeof fields === 'object' && fields !== null ? fields : undefined }
  } catch {
    return undefined
  }
}

/** The account that this page was made for; undefined while nobody is signed in. */
let pageAccount: string | undefined
let hasChanged = false
const listeners = new Set<() => void>()

/**
 * Notes the account that the page shows, once, and tells the other tabs. A tab that shows another account says so at
 * once.
 */
export function setPageAccount(id: number): void {
  if (pageAccount !== undefined) return
  pageAccount = String(id)
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel('tipdrop-account')
  channel.onmessage = ({ data }) => data !== pageAccount && markAccountChanged()
  channel.postMessage(pageAccount)
}

export function pageAccountHeader(): Record<string, string> {
  return pageAccount === undefined ? {} : { [accountHeader]: pageAccount }
}

/** The error of a response that is not 2xx. When another account is signed in now, the page asks to be reloaded. */
export function responseError(status: number, statusText: string, body: string): ApiError {
  const error = new ApiError(status, statusText, body)
  if (error.code === 'account_changed') markAccountChanged()
  return error
}

function markAccountChanged(): void {
  hasChanged = true
  for (const listener of listeners) listener()
}

export function hasAccountChanged(): boolean {
  return hasChanged
}

/** Calls the listener when the account changes. Returns a function that unsubscribes. */
export function subscribeToAccountChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
