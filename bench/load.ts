import { connect, type Socket } from 'node:net'

/** Responses per second over `connections` keep-alive connections, each sending the next request after a response. */
export async function requestsPerSecond(
  url: string,
  { connections, seconds, cookie }: { connections: number; seconds: number; cookie?: string },
): Promise<number> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const headers = [`host: ${host}`, 'accept: text/html', ...(cookie ? [`cookie: ${cookie}`] : [])]
  const request = `GET ${pathname}${search} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`
  const counter = { responses: 0 }
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
  const broken = Promise.race(sockets.map((socket) => sendForever(socket, request, counter)))

  await Promise.race([sleepSeconds(0.5), broken])
  counter.responses = 0
  const began = performance.now()
  await Promise.race([sleepSeconds(seconds), broken])
  const perSecond = counter.responses / ((performance.now() - began) / 1_000)
  for (const socket of sockets) socket.destroy()
  return perSecond
}

/** Sends requests until a response is not 200, then rejects. */
function sendForever(socket: Socket, request: string, counter: { responses: number }): Promise<never> {
  let received = ''
  return new Promise((_, reject) => {
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(request))
    socket.on('error', reject)
    socket.on('data', (text) => {
      received += text
      const length = responseLength(received)
      if (length === undefined || received.length < length) return
      if (!received.startsWith('HTTP/1.1 200')) return reject(new Error(received.slice(0, 200)))
      received = received.slice(length)
      counter.responses += 1
      socket.write(request)
    })
  })
}

/** Bytes of the first response, head and body; undefined while it is incomplete. */
function responseLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  if (length !== undefined) return head + 4 + Number(length)
  const end = text.indexOf('\r\n0\r\n\r\n', head)
  return end === -1 ? undefined : end + 7
}

function sleepSeconds(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
}
