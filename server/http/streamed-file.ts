import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition, type FileResponse } from './file-response.ts'

/** A file that is made while it is sent: nobody knows its size before, and no part of it can be asked for. */
export type StreamedFile = { name: string; type: string; made: () => Readable }

export function isStreamedFile(file: FileResponse | StreamedFile): file is StreamedFile {
  return 'made' in file
}

/** Answers with it as an attachment that nobody keeps. HEAD makes nothing. */
export function sendStreamedFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { name, type, made: open }: StreamedFile,
) {
  reply.type(type).header('content-disposition', contentDisposition('attachment', name))
  reply.header('cache-control', 'private, no-store')
  return method === 'HEAD' ? reply.send('') : reply.send(open())
}
