import pg from 'pg'
import { formatLsn, parseWalMessage, standbyStatus } from './protocol.ts'

/** The name of the slot, and of the receiver as a standby. */
export const slotName = 'tipdrop_replica'

/** Replies come at least this often, because the database ends a connection that is silent for a minute. */
const statusIntervalMs = 5_000

type StreamOptions = {
  connection: pg.ClientConfig
  /** The first position that is wanted. */
  from: number
  timeline: number
  onWal(start: number, bytes: Buffer): void
}

/** A running stream. `ended` resolves with why it ended, and never rejects. */
export type WalStream = {
  ended: Promise<Error>
  /** Tells the database that everything before a position is stored. */
  acknowledge(storedTo: number): void
  /** Stops reading until `resume`. The database keeps what is not read. */
  pause(): void
  resume(): void
  close(): Promise<void>
}

/** Streams the log of the slot from a position on, until the database or `close` ends it. */
export async function openWalStream({
  connection,
  from,
  timeline,
  onWal,
}: StreamOptions): Promise<WalStream> {
  // The types lack the setting of the protocol.
  const config: pg.ClientConfig & { replication: string } = {
    ...connection,
    application_name: slotName,
    connectionTimeoutMillis: 5_000,
    replication: 'true',
  }
  const client = new pg.Client(config)
  const broken = new Promise<Error>((resolve) => client.on('error', resolve))
  await client.connect()
  const wire = client.connection as pg.Connection & { sendCopyFromChunk(bytes: Buffer): void }
  let stored = 0
  const sendStatus = () => {
    if (isStreaming) wire.sendCopyFromChunk(standbyStatus(stored, new Date()))
  }
  let isStreaming = false
  wire.on('replicationStart', () => {
    isStreaming = true
    sendStatus()
  })
  const malformed = new Promise<Error>((resolve) => {
    wire.on('copyData', ({ chunk }: { chunk: Buffer }) => {
      try {
        const message = parseWalMessage(chunk)
        if (message.kind === 'wal') onWal(message.start, message.bytes)
        else if (message.wantsReply) sendStatus()
      } catch (error) {
        resolve(error instanceof Error ? error : new Error(String(error)))
      }
    })
  })
  const finished = client
    .query(`START_REPLICATION SLOT ${slotName} PHYSICAL ${formatLsn(from)} TIMELINE ${timeline}`)
    .then(
      () => new Error('The database ended the replication'),
      (error: Error) => error,
    )
  const timer = setInterval(sendStatus, statusIntervalMs)
  const ended = Promise.race([broken, malformed, finished]).then((error) => {
    isStreaming = false
    clearInterval(timer)
    // The protocol's own end would wait for the database, which may wait for us.
    wire.stream.destroy()
    return error
  })
  return {
    ended,
    acknowledge(storedTo) {
      stored = storedTo
      sendStatus()
    },
    pause: () => void wire.stream.pause(),
    resume: () => void wire.stream.resume(),
    async close() {
      wire.stream.destroy()
      await ended
    },
  }
}
