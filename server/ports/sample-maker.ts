/** A stored file, read by ranges. `end` is excluded and at most `sizeBytes`. */
export type RangeReader = { sizeBytes: number; read(start: number, end: number): Promise<Uint8Array> }

/** The chosen part of a recording, in seconds. */
export type SampleRange = { startSecond: number; seconds: number }

export type RecordingSample = {
  kind: 'audio' | 'video'
  mimeType: string
  bytes: Uint8Array
  durationMs: number
  /** Of the whole recording. */
  recordingDurationMs: number
  /** In pixels, of a video. */
  width?: number
  height?: number
}

/** A page as WebP; the size in pixels. */
export type PageImage = { bytes: Uint8Array; width: number; height: number }

/**
 * Why a file has no sample. `unrecognized`: no recording. `unsupported`: one that browsers do not play. `exhausted`: it
 * takes too long or too much memory. `unavailable`: this server cannot draw.
 */
export type SampleFault =
  | 'damaged'
  | 'unrecognized'
  | 'unsupported'
  | 'short'
  | 'protected'
  | 'exhausted'
  | 'unavailable'

/** A file of which no sample can be made, however often it is tried. */
export class SampleError extends Error {
  override name = 'SampleError'
  readonly fault: SampleFault
  constructor(fault: SampleFault) {
    super(`No sample: ${fault}`)
    this.fault = fault
  }
}

/**
 * Makes samples of strangers' files, one at a time and apart from this process: a file that crashes, hangs or exhausts
 * the reader does not affect the server. Both methods throw SampleError, and pass on what `read` throws.
 */
export interface SampleMaker {
  /** Cuts without decoding. Never more than the chosen seconds, nor than half of the recording. */
  cutRecording(file: RangeReader, range: SampleRange): Promise<RecordingSample>
  /** Whether this system has what drawing needs. */
  readonly canDrawPages: boolean
  /** Draws the first pages of a PDF, small. Never more than chosen, nor than half of the pages. */
  drawPages(file: RangeReader, choice: { pages: number }): Promise<Array<PageImage>>
  close(): Promise<void>
}
