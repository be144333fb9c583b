import { createSocket } from 'node:dgram'
import { isIP, SocketAddress } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { OutsideTimeoutError, RefusedAddressError } from '../../ports/outside.ts'
import { createOutside } from './outside.ts'

const types: ReadonlyMap<number, string> = new Map([
  [1, 'A'],
  [28, 'AAAA'],
])
const noName = 3
const failed = 2

/** What a name server answers to `A` and `AAAA`: addresses, or the code of an error. Without an answer it is silent. */
type Answers = Record<string, ReadonlyArray<string> | number>

async function startNameServer(answers: Answers) {
  const asked: Array<string> = []
  const socket = createSocket('udp4').on('message', (query, { port, address }) => {
    // The name is a list of labels with their lengths, and ends with an empty one.
    let end = 12
    for (let length = query[end]; length; length = query[end]) end += length + 1
    const type = types.get(query.readUInt16BE(end + 1)) ?? ''
    asked.push(type)
    const answer = answers[type]
    if (answer !== undefined) socket.send(reply(query.subarray(0, end + 5), answer), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return { asked, nameServers: [`127.0.0.1:${socket.address().port}`] }
}

function reply(question: Buffer, answer: ReadonlyArray<string> | number): Buffer {
  const addresses = typeof answer === 'number' ? [] : answer
  const header = Buffer.from(question)
  header.writeUInt16BE(0x8180 | (typeof answer === 'number' ? answer : 0), 2)
  header.writeUInt16BE(addresses.length, 6)
  header.writeUInt32BE(0, 8)
  return Buffer.concat([header, ...addresses.map(record)])
}

/** Of the name of the question, for a minute. */
function record(address: string): Buffer {
  const bytes = isIP(address) === 4 ? address.split('.').map(Number) : ipv6Bytes(address)
  const head = Buffer.from([0xc0, 12, 0, bytes.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 60, 0, bytes.length])
  return Buffer.concat([head, Buffer.from(bytes)])
}

/** Of an address with `::` between its groups. */
function ipv6Bytes(address: string): Array<number> {
  const [head = [], tail = []] = new SocketAddress({ address, family: 'ipv6' }).address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 255]
  })
}

async function find(answers: Answers) {
  const { asked, nameServers } = await startNameServer(answers)
  const outside = createOutside({ allowedOrigins: [], nameServers, timeoutMs: 500 })
  const problem = await outside.find('https://hooks.example.com/').then(
    () => undefined,
    (error: unknown) => error,
  )
  return { asked: [...new Set(asked)].sort(), problem }
}

test.each<[string, Answers]>([
  ['of both families', { A: ['8.8.8.8', '1.1.1.1'], AAAA: ['2606:4700::1111'] }],
  ['of IPv4 only', { A: ['8.8.8.8'], AAAA: [] }],
  ['of IPv6 only', { A: noName, AAAA: ['2606:4700::1111'] }],
  ['of IPv4, when the other question fails', { A: ['8.8.8.8'], AAAA: failed }],
])('a name with public addresses %s is found', async (_which, answers) => {
  expect(await find(answers)).toEqual({ asked: ['A', 'AAAA'], problem: undefined })
})

test.each<[string, Answers]>([
  ['IPv4', { A: ['10.0.0.1'], AAAA: ['2606:4700::1111'] }],
  ['IPv6', { A: ['8.8.8.8'], AAAA: ['fd00::1'] }],
  ['several', { A: ['8.8.8.8', '127.0.0.1'], AAAA: [] }],
])('a name with an address inside among those of %s is refused', async (_which, answers) => {
  const { problem } = await find(answers)

  expect(problem).toBeInstanceOf(RefusedAddressError)
  expect(String(problem)).toContain('hooks.example.com is an address inside the network')
})

test.each<[string, Answers]>([
  ['no one has', { A: noName, AAAA: noName }],
  ['has neither', { A: [], AAAA: [] }],
  ['can’t be asked for', { A: failed, AAAA: failed }],
])('a name that %s has no address', async (_which, answers) => {
  expect(String((await find(answers)).problem)).toBe('Error: hooks.example.com has no address')
})

test('a name server that never answers holds up no other look-up', async () => {
  const { nameServers } = await startNameServer({})
  const outside = createOutside({ allowedOrigins: ['http://localhost:1'], nameServers, timeoutMs: 400 })
  const silent = Array.from({ length: 8 }, (_, nth) => outside.find(`https://x${nth}.example.com/`))
  const ended = Promise.allSettled(silent)

  // In the hosts file of the machine, which no name server knows.
  await outside.find('http://localhost:1/')

  const winner = await Promise.race([ended, 'the other look-up'])
  expect(winner).toBe('the other look-up')
  for (const result of await ended)
    expect(result).toMatchObject({ reason: expect.any(OutsideTimeoutError) as unknown })
})

test('an IP address is not looked up', async () => {
  const { asked, nameServers } = await startNameServer({})

  await createOutside({ allowedOrigins: [], nameServers, timeoutMs: 400 }).find('https://8.8.8.8/')

  expect(asked).toEqual([])
})
