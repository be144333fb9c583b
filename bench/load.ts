import { connect, type Socket } from 'node:net'

/** Every connection receives into this memory, because the load must take little time from the server beside it. */
const received = Buffer.allocUnsafeSlow(256 * 1024)

/** Responses per second over `connections` keep-alive connections, each sending the next request after a response. */
export async function requestsPerSecond(
  url: string,
  { connections, seconds, cookie }: { connections: number; seconds: number; cookie?: string },
): Promise<number> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const headers = [`host: ${host}`, 'accept: text/html', ...(cookie ? [`cookie: ${cookie}`] : [])]
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  const counter = { responses: 0 }
  const clients = Array.from({ length: connections }, () =>
    sendForever({ hostname, port: Number(port), request, counter }),
  )
  const broken = Promise.race(clients.map(({ failed }) => failed))

  await Promise.race([sleepSeconds(0.5), broken])
  counter.responses = 0
  const began = performance.now()
  await Promise.race([sleepSeconds(seconds), broken])
  const perSecond = counter.responses / ((performance.now() - began) / 1_000)
  for (const { socket } of clients) socket.destroy()
  return perSecond
}

type Sending = { hostname: string; port: number; request: Buffer; counter: { responses: number } }

/** Sends requests until a response is not 200, then `failed` rejects. */
function sendForever({ hostname, port, request, counter }: Sending): {
  socket: Socket
  failed: Promise<never>
} {
  let head = ''
  /** Bytes of the current response that are missing; undefined while its head is incomplete. */
  let missing: number | undefined
  let fail: (error: Error) => void
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })

  function receive(size: number): boolean {
    if (missing === undefined) {
      const before = head.length
      head += received.toString('latin1', 0, Math.min(size, 8_192))
      const length = responseLength(head)
      if (length === undefined) return true
      missing = length - before
    }
    missing -= size
    if (missing > 0) return true
    const isOk = missing === 0 && head.startsWith('HTTP/1.1 200')
    if (!isOk) fail(new Error(head.slice(0, 200)))
    head = ''
    missing = undefined
    counter.responses += 1
    socket.write(request)
    return true
  }

  const socket = connect({ host: hostname, port, onread: { buffer: received, callback: receive } })
  socket.on('connect', () => socket.write(request))
  socket.on('error', (error) => fail(error))
  return { socket, failed }
}

/** Bytes of a response, head and body; undefined while its head is incomplete. Every page has a Content-Length. */
function responseLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  if (length === undefined) throw new Error(`A response without Content-Length: ${text.slice(0, head)}`)
  return head + 4 + Number(length)
}

function sleepSeconds(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}
