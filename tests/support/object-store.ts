import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { DUMMY_ACCOUNT } from 's3rver/lib/models/account.js'

const defaultKeys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }

/**
 * An S3-compatible store on this machine. s3rver lacks features that real stores have, so they are added in front of
 * it: `If-None-Match: *`, aborting a multipart upload, and the error for a missing one.
 */
export async function startObjectStore({ accessKeyId, secretAccessKey } = defaultKeys) {
  DUMMY_ACCOUNT.createKeyPair(accessKeyId, secretAccessKey)
  const directory = await mkdtemp(join(tmpdir(), 'tipdrop-s3-'))
  const s3 = new S3rver({ directory, silent: true, vhostBuckets: false })
  const s3Handler = s3.callback()
  const pendingKeys = new Set<string>()
  const completedUploads = new Set<string>()
  const requests: Array<string> = []

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://here.invalid')
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    if (request.method === 'DELETE' && url.searchParams.has('uploadId')) return response.writeHead(204).end()
    const uploadId = url.searchParams.get('uploadId')
    if (request.method === 'POST' && uploadId) {
      if (completedUploads.has(uploadId))
        return sendError(request, response, { status: 404, code: 'NoSuchUpload' })
      response.on('finish', () => completedUploads.add(uploadId))
    }
    if (request.headers['if-none-match'] === '*') {
      const { pathname } = url
      const [, bucket = '', ...key] = pathname.split('/')
      const taken = { status: 412, code: 'PreconditionFailed' }
      if (pendingKeys.has(pathname)) return sendError(request, response, taken)
      // The key is reserved before it is looked up, so that two concurrent requests do not both find it free.
      pendingKeys.add(pathname)
      response.on('close', () => pendingKeys.delete(pathname))
      if (await s3.store.existsObject(bucket, key.join('/'))) return sendError(request, response, taken)
      delete request.headers['if-none-match']
    }
    return s3Handler(request, response)
  }

  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const endpoint = `http://127.0.0.1:${address.port}`
  return {
    endpoint,
    /** The requests, in order. */
    requests,
    /** A new bucket with its settings. */
    async newBucket(bucket = `b-${randomUUID()}`) {
      await s3.store.putBucket(bucket)
      return { endpoint, region: 'auto', bucket, accessKeyId, secretAccessKey }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
      await rm(directory, { recursive: true, force: true })
    },
  }
}

type S3Error = { status: number; code: string }

function sendError(request: IncomingMessage, response: ServerResponse, { status, code }: S3Error): void {
  request.resume()
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>Refused</Message></Error>`)
}
