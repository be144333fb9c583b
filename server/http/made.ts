import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition, type Download } from './download.ts'

/** A file that is made while it is sent: nobody knows its size before, and no part of it can be asked for. */
export type Made = { name: string; type: string; made: () => Readable }

export function isMade(file: Download | Made): file is Made {
  return 'made' in file
}

/** Answers with it as an attachment that nobody keeps. HEAD makes nothing. */
export function sendMade({ method }: FastifyRequest, reply: FastifyReply, { name, type, made }: Made) {
  reply.type(type).header('content-disposition', contentDisposition('attachment', name))
  reply.header('cache-control', 'private, no-store')
  return method === 'HEAD' ? reply.send('') : reply.send(made())
}
