import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'

type Parts = {
  status: number
  /** With names in lower case. Node must have sent them before, because only it checks their characters. */
  headers: Record<string, string>
  body: Buffer
}

/** Sends the response, with Date, Connection and Keep-Alive as Node adds them. */
export type WholeResponse = (request: IncomingMessage, response: ServerResponse) => void

/**
 * A response that is sent many times. Its head and body are one buffer, built once a second because of Date, and sent
 * with one write. Node's `writeHead` builds and checks the same head again for each request, and sends it and the body
 * as a list, which takes much longer.
 */
export function wholeResponse({ status, headers, body }: Parts, keepAliveMs: number): WholeResponse {
  const fields = { ...headers, 'content-length': String(body.length) }
  let builtSecond = 0
  let bytes: Buffer | undefined

  function currentBytes(): Buffer {
    const now = Date.now()
    const second = Math.floor(now / 1_000)
    if (bytes && builtSecond === second) return bytes
    const date = new Date(now).toUTCString()
    const keepAlive = { Connection: 'keep-alive', 'Keep-Alive': `timeout=${Math.floor(keepAliveMs / 1_000)}` }
    const head = headOf(status, { ...fields, Date: date, ...keepAlive })
    builtSecond = second
    bytes = Buffer.concat([Buffer.from(head, 'latin1'), body])
    return bytes
  }

  return (request, response) => {
    const { socket } = response
    // A response without a socket waits for the responses of requests before it. Others end the connection.
    if (!socket || !response.shouldKeepAlive || request.httpVersion !== '1.1') {
      response.writeHead(status, fields).end(body)
      return
    }
    socket.write(currentBytes())
    if (socket.writableLength === 0) endExchange(response)
    else socket.write('', (error) => error || endExchange(response))
  }
}

/** Node releases the connection for its next request on this event, and then emits `close`. */
function endExchange(response: ServerResponse): void {
  response.emit('finish')
}

function headOf(status: number, fields: Record<string, string>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`
}
