import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Keeps webhook bodies as raw bytes, because the signature covers them. */
export function bufferRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

/** Leaves the chunks of an upload as a stream. */
export function streamRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/offset+octet-stream', (_, bytes, done) => done(null, bytes))
}

/** The bytes of a buffered body; empty without a body. */
export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** The maximum bytes of a raw body: a provider's events are larger than our own requests. */
export const maxRawBytes = 512 * 1024
