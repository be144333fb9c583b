import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'

/** The simplest possible server, as a baseline: `node baseline-http.ts <port> [file]`. */
const [, , port, file] = process.argv

createServer((request, reply) => {
  if (request.url === '/file' && file) return createReadStream(file, { highWaterMark: 1024 ** 2 }).pipe(reply)
  return reply.writeHead(200, { 'content-type': 'text/plain', 'content-length': 6 }).end('hello\n')
}).listen(Number(port), '127.0.0.1')
