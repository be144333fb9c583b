import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Webhook bodies reach us as they were sent: their signature is over the bytes. */
export function unparsed(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
}

/** Pieces of a file are read as they come, by whoever keeps them. */
export function inPieces(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/offset+octet-stream', (_, bytes, done) => done(null, bytes))
}

export function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
}

/** Bytes of a body that is read as it was sent: a provider's events are larger than our own calls. */
export const maxRawBytes = 512 * 1024
