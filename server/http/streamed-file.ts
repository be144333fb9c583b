import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition, type FileResponse } from './file-response.ts'

/** A file generated while it is sent: its size is unknown and ranges are not supported. */
export type StreamedFile = { name: string; type: string; createStream: () => Readable }

export function isStreamedFile(file: FileResponse | StreamedFile): file is StreamedFile {
  return 'createStream' in file
}

type TakeTurn = (request: FastifyRequest) => Promise<() => void>

/** Sends it as an attachment that is not cached, when it is its turn. HEAD generates nothing. */
export async function sendStreamedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file: { name, type, createStream }, takeTurn }: { file: StreamedFile; takeTurn: TakeTurn },
) {
  const isHead = request.method === 'HEAD'
  const leave = isHead ? undefined : await takeTurn(request)
  reply.type(type).header('content-disposition', contentDisposition('attachment', name))
  reply.header('cache-control', 'private, no-store')
  if (!leave) return reply.send('')
  // Fastify destroys the stream when the connection closes, also of one that has closed before.
  return reply.send(createStream().once('close', leave))
}
