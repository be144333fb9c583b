import { expect, test } from 'vitest'
import { eventStreamSlots } from './server-sent-events.ts'

const maxStreams = { perPerson: 2, perNetwork: 3, all: 5 }

function opener() {
  const slots = eventStreamSlots(maxStreams)
  const ended: Array<string> = []
  const open = (name: string, network = '192.0.2.1') => {
    const stream = { viewerId: name.split('/')[0] ?? '', network, end: () => ended.push(name) }
    slots.open(stream)
    return stream
  }
  return { slots, ended, open }
}

test('a new stream closes the user’s oldest one, even if that never finishes', () => {
  const { ended, open } = opener()
  for (const page of ['mara/1', 'mara/2', 'mara/3', 'mara/4']) open(page)

  expect(ended).toEqual(['mara/1', 'mara/2'])
})

test('a network cannot open more than its share, whatever its number of accounts', () => {
  const { slots, open } = opener()
  const first = open('a/1')
  for (const page of ['b/1', 'c/1']) open(page)

  expect(() => open('d/1')).toThrow('Too many pages are open from your network.')
  expect(open('d/1', '192.0.2.2').viewerId).toBe('d')
  slots.free(first)
  expect(open('d/2').viewerId).toBe('d')
})

test('a full process refuses streams with Retry-After', () => {
  const { open } = opener()
  for (const [index, name] of ['a/1', 'b/1', 'c/1', 'd/1', 'e/1'].entries()) open(name, `192.0.2.${index}`)

  expect(() => open('f/1', '192.0.2.9')).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfterSeconds: 60 }),
  )
})

test('a user at both limits replaces a stream and is not refused', () => {
  const { ended, open } = opener()
  for (const page of ['mara/1', 'mara/2', 'b/1']) open(page)

  open('mara/3')

  expect(ended).toEqual(['mara/1'])
})
