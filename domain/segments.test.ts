import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Segment, segmentsInRange, sizeOf, totalSize, wholeFileSegments } from './segments.ts'

const files = new Map([
  ['a', 'abcdefgh'],
  ['b', 'ABC'],
])

function textOf(segments: ReadonlyArray<Segment>): string {
  return segments
    .map((segment) =>
      'bytes' in segment
        ? String.fromCharCode(...segment.bytes)
        : (files.get(segment.key)?.slice(segment.start, segment.end + 1) ?? ''),
    )
    .join('')
}

const anySegment = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 6 }).map((text): Segment => {
    return { bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)) }
  }),
  fc.constant(wholeFileSegments('a', 8)).map(([segment]) => segment as Segment),
  fc.constant<Segment>({ key: 'b', start: 1, end: 2, fileSize: 3 }),
)

test('every range of segments has the bytes that the range of the whole has', () => {
  fc.assert(
    fc.property(fc.array(anySegment, { maxLength: 6 }), fc.nat(), fc.nat(), (segments, from, length) => {
      const whole = textOf(segments)
      expect(totalSize(segments)).toBe(whole.length)
      if (whole.length === 0) return
      const start = from % whole.length
      const end = Math.min(start + (length % whole.length), whole.length - 1)
      const inRange = segmentsInRange(segments, { start, end })
      expect(textOf(inRange)).toBe(whole.slice(start, end + 1))
      expect(inRange.every((segment) => sizeOf(segment) > 0)).toBe(true)
    }),
  )
})

test('an empty file has no segment, and another one is read whole', () => {
  expect(wholeFileSegments('a', 0)).toEqual([])
  expect(wholeFileSegments('a', 8)).toEqual([{ key: 'a', start: 0, end: 7, fileSize: 8 }])
})
