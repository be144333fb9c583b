import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition, type FileResponse } from './file-response.ts'

/** A file generated while it is sent: its size is unknown and ranges are not supported. */
export type StreamedFile = { name: string; type: string; createStream: () => Readable }

export function isStreamedFile(file: FileResponse | StreamedFile): file is StreamedFile {
  return 'createStream' in file
}

/** Sends it as an attachment that is not cached. HEAD generates nothing. */
export function sendStreamedFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { name, type, createStream }: StreamedFile,
) {
  reply.type(type).header('content-disposition', contentDisposition('attachment', name))
  reply.header('cache-control', 'private, no-store')
  return method === 'HEAD' ? reply.send('') : reply.send(createStream())
}
