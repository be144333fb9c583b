import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalid, StripeApiErrorResponse } from './api-error.ts'
import { expandPaths } from './expand.ts'
import { type Form, list, parseForm, rejectUnknownParams } from './form-encoding.ts'
import type { StripeStore } from './store.ts'

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** Names of accepted parameters; others are rejected. */
  params: Array<string>
  respond: (ids: Array<string>, form: Form) => object
}
export type Request = { method: string; path: string; body: string; key: string | undefined }
type StripeResponse = { status: number; body: object }
/** An injected response; `lost` executes the request and never responds. */
export type InjectedFault = StripeResponse | 'lost'

const apiVersion = '2026-10-28.endive'

type ServerOptions = {
  store: StripeStore
  routes: Array<Route>
  secretKey: string
  takeFault: (path: string) => InjectedFault | undefined
  /** While true, requests are accepted and never get a response. */
  isHanging: () => boolean
  /** The delay of a call: long enough for concurrent calls to overlap. */
  delayMs: () => number
}

/** Stripe's API on loopback: forms in, JSON out, with idempotency keys. */
export async function startServer({
  store,
  routes,
  secretKey,
  takeFault,
  isHanging,
  delayMs,
}: ServerOptions) {
  const requests: Array<Request> = []
  const responsesByKey = new Map<
    string,
    { fingerprint: string; response: Promise<StripeResponse>; isDone: boolean }
  >()

  const server = createServer((message, response) => {
    void handle(message)
      .catch((error) => errorResponse(error))
      .then((result) => result && send(response, result))
  })

  async function handle(message: IncomingMessage): Promise<StripeResponse | undefined> {
    const request = await read(message)
    requests.push(request)
    if (isHanging()) return undefined
    requireApiKey(message, secretKey)
    const fault = takeFault(request.path)
    if (fault && fault !== 'lost') return fault
    const response = await (request.key ? runOnce(request, request.key) : run(request))
    if (!fault) return response
    message.socket.destroy()
    return undefined
  }

  /** A repeated key returns the first response, is busy until then, and is rejected for other parameters. */
  async function runOnce(request: Request, key: string): Promise<StripeResponse> {
    const fingerprint = `${request.method} ${request.path} ${request.body}`
    const earlier = responsesByKey.get(key)
    if (!earlier) {
      const entry = { fingerprint, response: run(request), isDone: false }
      responsesByKey.set(key, entry)
      const response = await entry.response
      entry.isDone = true
      return response
    }
    if (earlier.fingerprint !== fingerprint) {
      const message = 'Keys for idempotent requests can only be used with the same parameters.'
      throw new StripeApiErrorResponse(400, { type: 'idempotency_error', message })
    }
    if (!earlier.isDone) {
      const message = 'There is currently another in-progress request using this Idempotent Key.'
      throw new StripeApiErrorResponse(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message,
      })
    }
    return earlier.response
  }

  async function run({ method, path, body }: Request): Promise<StripeResponse> {
    await sleep(delayMs())
    try {
      const [address = '', query = ''] = path.split('?')
      const isJson = address.startsWith('/v2/') && method === 'POST'
      const form = isJson ? (JSON.parse(body) as Form) : parseForm(method === 'GET' ? query : body)
      const { route, ids } = matchRoute(routes, method, address)
      rejectUnknownParams(form, route.params)
      return { status: 200, body: expandPaths(store, route.respond(ids, form), list(form, 'expand')) }
    } catch (error) {
      return errorResponse(error)
    }
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake Stripe does not listen')
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed())
      server.closeAllConnections()
    })
  return { requests, api: { host: '127.0.0.1', port: address.port, protocol: 'http' as const }, close }
}

async function read(message: IncomingMessage): Promise<Request> {
  const chunks: Array<Buffer> = []
  for await (const chunk of message) chunks.push(chunk)
  const { method = '', url = '', headers } = message
  const key = headers['idempotency-key']
  return {
    method,
    path: url,
    body: Buffer.concat(chunks).toString('utf8'),
    key: typeof key === 'string' ? key : undefined,
  }
}

function requireApiKey({ headers }: IncomingMessage, secretKey: string): void {
  if (headers.authorization !== `Bearer ${secretKey}`)
    throw new StripeApiErrorResponse(401, {
      type: 'invalid_request_error',
      message: 'Invalid API Key provided',
    })
  if (headers['stripe-version'] !== apiVersion)
    throw invalid(`Invalid Stripe API version: this is ${apiVersion}`)
}

function matchRoute(routes: Array<Route>, method: string, address: string) {
  for (const route of routes) {
    const pattern = new RegExp(`^${route.path.replace(/:id/g, '([^/]+)')}$`)
    const match = route.method === method && pattern.exec(address)
    if (match) return { route, ids: match.slice(1).map(decodeURIComponent) }
  }
  throw new StripeApiErrorResponse(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${address})`,
  })
}

function errorResponse(error: unknown): StripeResponse {
  if (error instanceof StripeApiErrorResponse) return { status: error.status, body: { error: error.body } }
  return { status: 500, body: { error: { type: 'api_error', message: String(error) } } }
}

function send(response: ServerResponse, { status, body }: StripeResponse): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_double' })
  response.end(JSON.stringify(body))
}
