import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type ServerResponse,
  request as sendRequest,
} from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startObjectStore } from './object-store.ts'

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const errorBody = Buffer.from('<Error><Code>InternalError</Code></Error>')
const surplus = Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')

/** What a store may do with the answer to a GET of a file. */
const lies = {
  'sends half of the file': ({ body, ...answer }) => whole(answer, half(body)),
  'sends an empty file': (answer) => whole(answer, Buffer.alloc(0)),
  'sends more than the file': ({ body, ...answer }) => whole(answer, Buffer.concat([body, surplus])),
  'sends 200 with an error': (answer) => whole({ ...answer, status: 200 }, errorBody),
  'sends half of the file in chunks': ({ body, ...answer }) => chunked(answer, half(body)),
  'sends more than the file in chunks': ({ body, ...answer }) =>
    chunked(answer, Buffer.concat([body, surplus])),
  'stops in the middle': ({ body, ...answer }) => ({ ...answer, body: half(body) }),
} as const satisfies Record<string, (answer: Answer) => Answer>

export type Lie = keyof typeof lies | 'ignores ranges' | 'keeps nothing'
export const readingLies: Array<Lie> = [...(Object.keys(lies) as Array<keyof typeof lies>), 'ignores ranges']

/** An object store behind a proxy that changes the answers for files as it is told. */
export async function startLyingStore() {
  const store = await startObjectStore()
  let lie: Lie | undefined

  async function answer({ url = '', method, headers, body }: Forwarded, response: ServerResponse) {
    const isFile = url.includes('/files/')
    if (isFile && method === 'PUT' && lie === 'keeps nothing')
      return response.writeHead(200, { etag: '"kept"' }).end()
    const { range, ...others } = headers
    const isRangeIgnored = isFile && lie === 'ignores ranges'
    const true_ = await forward(store.endpoint, {
      url,
      method,
      body,
      headers: isRangeIgnored ? others : headers,
    })
    const isLie = isFile && method === 'GET' && lie !== undefined && lie in lies
    const sent = isLie ? lies[lie as keyof typeof lies](true_) : true_
    response.writeHead(sent.status, sent.headers)
    // A connection that ends too early is broken, and not the end of the file.
    if (lie === 'stops in the middle' && isLie)
      return response.write(sent.body, () => response.socket?.destroy())
    response.end(sent.body)
  }

  const server = createServer(async (request, response) => {
    const { url, method, headers } = request
    await answer({ url, method, headers, body: await buffer(request) }, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  return {
    lies: (next: Lie | undefined) => {
      lie = next
    },
    newBucket: async () => ({
      ...(await store.newBucket()),
      endpoint: `http://127.0.0.1:${address.port}`,
    }),
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await store.stop()
    },
  }
}

type Forwarded = {
  url: string | undefined
  method: string | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

function forward(endpoint: string, { url, method, headers, body }: Forwarded): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const out = sendRequest(`${endpoint}${url}`, { method, headers, agent: false }, (response) => {
      buffer(response).then(
        (received) =>
          resolve({ status: response.statusCode ?? 500, headers: response.headers, body: received }),
        reject,
      )
    })
    out.on('error', reject).end(body)
  })
}

function whole({ status, headers }: Omit<Answer, 'body'>, body: Buffer): Answer {
  return { status, headers: { ...headers, 'content-length': String(body.length) }, body }
}

function chunked({ status, headers }: Omit<Answer, 'body'>, body: Buffer): Answer {
  const { 'content-length': _, ...others } = headers
  return { status, headers: { ...others, 'transfer-encoding': 'chunked' }, body }
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}
