import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail server on loopback that takes `delayMs` for each message. `recipients` has one entry for each. */
export async function startSlowMailServer(
  delayMs: number,
  onMessage: (message: Buffer) => void = () => undefined,
) {
  const recipients: Array<string> = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      onMessage(await buffer(stream))
      recipients.push(...envelope.rcptTo.map(({ address }) => address))
      await sleep(delayMs)
      done()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  onTestFinished(() => new Promise<void>((closed) => server.close(() => closed())))
  return { recipients, url: `smtp://127.0.0.1:${address.port}` }
}
