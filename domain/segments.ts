/** Bytes of our own, or a range of a stored file, both ends included. `fileSize` is the size of the whole file. */
export type Segment = { bytes: Uint8Array } | StoredSegment
export type StoredSegment = { key: string; start: number; end: number; fileSize: number }

/** A whole stored file as a segment; nothing of an empty one. */
export function wholeFileSegments(key: string, fileSize: number): Array<Segment> {
  return fileSize === 0 ? [] : [{ key, start: 0, end: fileSize - 1, fileSize }]
}

/** In bytes. */
export function sizeOf(segment: Segment): number {
  return 'bytes' in segment ? segment.bytes.length : segment.end - segment.start + 1
}

/** The size in bytes of a file that consists of these segments. */
export function totalSize(segments: ReadonlyArray<Segment>): number {
  return segments.reduce((sum, segment) => sum + sizeOf(segment), 0)
}

/** The segments of a byte range of that file, both ends included. */
export function segmentsInRange(
  segments: ReadonlyArray<Segment>,
  { start, end }: { start: number; end: number },
): Array<Segment> {
  const inRange: Array<Segment> = []
  let offset = 0
  for (const segment of segments) {
    const size = sizeOf(segment)
    const from = Math.max(0, start - offset)
    const to = Math.min(size - 1, end - offset)
    if (from <= to) inRange.push(part(segment, from, to))
    offset += size
  }
  return inRange
}

function part(segment: Segment, from: number, to: number): Segment {
  if ('bytes' in segment) return { bytes: segment.bytes.subarray(from, to + 1) }
  return { ...segment, start: segment.start + from, end: segment.start + to }
}
