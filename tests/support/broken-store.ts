import { createServer, type RequestListener } from 'node:http'

const handlers = {
  hangs: () => undefined,
  'answers 500': (_, response) => response.writeHead(500).end(),
  'answers a proxy’s page': (_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>Bad Gateway</h1></html>'),
  'refuses the keys': (_, response) =>
    response
      .writeHead(403, { 'content-type': 'application/xml' })
      .end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'),
  'has no such bucket': (_, response) =>
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<Error><Code>NoSuchBucket</Code><Message>No such bucket</Message></Error>'),
  'has no such object': (_, response) =>
    response
      .writeHead(404, { 'content-type': 'application/xml' })
      .end('<Error><Code>NoSuchKey</Code><Message>No such key</Message></Error>'),
  'hangs for files/slow': (request, response) => {
    if (!request.url?.startsWith('/broken/files/slow')) response.writeHead(404).end()
  },
  'stops in the middle': (_, response) => response.writeHead(200, { 'content-length': 100 }).write('half'),
} as const satisfies Record<string, RequestListener>

export type Fault = keyof typeof handlers

/** An object store that answers every request with the same error, until it has another one. */
export async function startBrokenStore(error: Fault) {
  let current = error
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    request.resume()
    handlers[current](request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const endpoint = `http://127.0.0.1:${address.port}`
  return {
    settings: { endpoint, region: 'auto', bucket: 'broken', accessKeyId: 'key', secretAccessKey: 'secret' },
    /** How many requests have arrived. */
    requests: () => requests,
    becomes(next: Fault) {
      current = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
