import { expect, test } from 'vitest'
import { formatLsn, parseLsn, parseWalMessage, standbyStatus } from './protocol.ts'

test('a message with bytes of the log is parsed to its position and bytes', () => {
  const message = Buffer.concat([Buffer.from('w'), Buffer.alloc(24), Buffer.from('bytes')])
  message.writeBigUInt64BE(0x1_0000_2000n, 1)

  expect(parseWalMessage(message)).toEqual({ kind: 'wal', start: 0x1_0000_2000, bytes: Buffer.from('bytes') })
})

test('a keepalive says whether it wants a reply', () => {
  const message = Buffer.concat([Buffer.from('k'), Buffer.alloc(17)])
  message.writeBigUInt64BE(42n, 1)
  expect(parseWalMessage(message)).toEqual({ kind: 'keepalive', end: 42, wantsReply: false })

  message[17] = 1
  expect(parseWalMessage(message)).toMatchObject({ wantsReply: true })
})

test.each([Buffer.alloc(0), Buffer.from('x'), Buffer.from('k too short'), Buffer.from('w')])(
  'an unknown or cut message is refused',
  (message) => {
    expect(() => parseWalMessage(message)).toThrow('unknown message')
  },
)

test('the reply has the stored position three times and the microseconds since 2000', () => {
  const reply = standbyStatus(0x2_0000_0001, new Date('2000-01-01T00:00:01Z'))

  expect(reply).toHaveLength(34)
  expect(reply.toString('latin1', 0, 1)).toBe('r')
  expect([1, 9, 17].map((at) => reply.readBigUInt64BE(at))).toEqual(Array(3).fill(0x2_0000_0001n))
  expect(reply.readBigInt64BE(25)).toBe(1_000_000n)
})

test('positions are written and read as PostgreSQL does', () => {
  for (const text of ['0/0', '0/16B3748', '1/0', 'A/FFFFFFFF', 'FFFFF/1'])
    expect(formatLsn(parseLsn(text))).toBe(text)
  expect(() => parseLsn('16B3748')).toThrow('Not a position')
})
