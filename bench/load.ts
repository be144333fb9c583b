import { connect, type Socket } from 'node:net'

/** Responses per second over `connections` keep-alive connections, each sending the next request after a response. */
export async function requestsPerSecond(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const { hostname, port, pathname, host } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: text/html\r\n\r\n`
  const counted = { answers: 0 }
  const sockets = Array.from({ length: connections }, () => connect(Number(port), hostname))
  const broken = Promise.race(sockets.map((socket) => sendForever(socket, request, counted)))

  await Promise.race([sleepSeconds(0.5), broken])
  counted.answers = 0
  const began = performance.now()
  await Promise.race([sleepSeconds(seconds), broken])
  const perSecond = counted.answers / ((performance.now() - began) / 1_000)
  for (const socket of sockets) socket.destroy()
  return perSecond
}

/** Sends requests until a response is not 200, then rejects. */
function sendForever(socket: Socket, request: string, counted: { answers: number }): Promise<never> {
  let waiting = ''
  return new Promise((_, failed) => {
    socket.setEncoding('latin1')
    socket.on('connect', () => socket.write(request))
    socket.on('error', failed)
    socket.on('data', (text) => {
      waiting += text
      const length = answerLength(waiting)
      if (length === undefined || waiting.length < length) return
      if (!waiting.startsWith('HTTP/1.1 200')) return failed(new Error(waiting.slice(0, 200)))
      waiting = waiting.slice(length)
      counted.answers += 1
      socket.write(request)
    })
  })
}

/** Bytes of the first response, head and body; undefined while it is incomplete. */
function answerLength(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n')
  if (head === -1) return undefined
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  if (length !== undefined) return head + 4 + Number(length)
  const end = text.indexOf('\r\n0\r\n\r\n', head)
  return end === -1 ? undefined : end + 7
}

function sleepSeconds(seconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, seconds * 1_000))
}
