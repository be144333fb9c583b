/**
 * The messages of PostgreSQL's streaming replication
 * (https://www.postgresql.org/docs/18/protocol-replication.html). A position (LSN) is a byte of the write-ahead log,
 * counted from its beginning. As a number it is exact up to nine petabytes.
 */

/** What the server sends: bytes of the log from a position, or that it is there. */
export type WalMessage =
  | { kind: 'wal'; start: number; bytes: Buffer }
  | { kind: 'keepalive'; end: number; wantsReply: boolean }

const walHeaderBytes = 1 + 8 + 8 + 8
const keepaliveBytes = 1 + 8 + 8 + 1

/** Parses the content of a CopyData message. Throws Error for one that the protocol does not have. */
export function parseWalMessage(message: Buffer): WalMessage {
  const kind = String.fromCharCode(message[0] ?? 0)
  if (kind === 'w' && message.length > walHeaderBytes)
    return { kind: 'wal', start: readPosition(message, 1), bytes: message.subarray(walHeaderBytes) }
  if (kind === 'k' && message.length === keepaliveBytes)
    return { kind: 'keepalive', end: readPosition(message, 1), wantsReply: message[keepaliveBytes - 1] === 1 }
  throw new Error('The database sent an unknown message of replication')
}

/** Microseconds between 1970 and 2000, from which PostgreSQL counts. */
const epochMicros = 946_684_800_000_000n

/** The reply that everything before a position is stored. */
export function standbyStatus(storedTo: number, now: Date): Buffer {
  const message = Buffer.alloc(1 + 8 * 4 + 1)
  message.write('r', 0, 'latin1')
  // Written, flushed and applied.
  for (const at of [1, 9, 17]) message.writeBigUInt64BE(BigInt(storedTo), at)
  message.writeBigInt64BE(BigInt(now.getTime()) * 1_000n - epochMicros, 25)
  return message
}

function readPosition(message: Buffer, at: number): number {
  return Number(message.readBigUInt64BE(at))
}

/** Parses a position as PostgreSQL writes it, such as `0/16B3748`. */
export function parseLsn(text: string): number {
  const [high, low] = /^([0-9A-Fa-f]{1,8})\/([0-9A-Fa-f]{1,8})$/.exec(text)?.slice(1) ?? []
  if (high === undefined || low === undefined) throw new Error(`Not a position of the log: ${text}`)
  return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
}

/** Writes a position as PostgreSQL does. */
export function formatLsn(position: number): string {
  const hex = (number: number) => number.toString(16).toUpperCase()
  return `${hex(Math.floor(position / 2 ** 32))}/${hex(position % 2 ** 32)}`
}
