/** A stored file, read by ranges. `end` is excluded and at most `sizeBytes`. */
export type RangeReader = { sizeBytes: number; read(start: number, end: number): Promise<Uint8Array> }

/** A stored file and whose it is: owners take turns. */
export type SampleSource = { owner: string; file: RangeReader }

/** The chosen part of a recording, in seconds. */
export type SampleRange = { startSecond: number; seconds: number }

export type RecordingSample = {
  kind: 'audio' | 'video'
  mimeType: string
  bytes: Uint8Array
  durationMs: number
  /** Where the sample begins in the recording. */
  startMs: number
  /** Of the whole recording. */
  recordingDurationMs: number
  /** In pixels, of a video. */
  width?: number
  height?: number
}

/** `peaks`: the waveform as `domain/waveform.ts` writes it; null for a video, and for sound that does not say how loud it is. */
export type RecordingMeasure = { durationMs: number; peaks: string | null }

/** A page as WebP; the size in pixels. */
export type PageImage = { bytes: Uint8Array; width: number; height: number }

/**
 * Why a file has no sample. `unrecognized`: not a recording. `unsupported`: browsers cannot play it. `short`: too short
 * for a sample. `protected`: has a password. `exhausted`: takes too long. `memory`: needs more than this server has.
 * `unavailable`: this server cannot render pages.
 */
export const sampleFaults = [
  ...(['damaged', 'unrecognized', 'unsupported', 'short'] as const),
  ...(['protected', 'exhausted', 'memory', 'unavailable'] as const),
] as const

export type SampleFault = (typeof sampleFaults)[number]

/** No sample can be made of the file; a retry fails, too. */
export class SampleError extends Error {
  override name = 'SampleError'
  readonly fault: SampleFault
  constructor(fault: SampleFault) {
    super(`No sample: ${fault}`)
    this.fault = fault
  }
}

/**
 * Makes samples of untrusted files, one at a time and in a separate process: a file that crashes, blocks or exhausts it
 * does not affect the server, and delays other owners by seconds. All methods throw SampleError, and rethrow errors of `read`.
 */
export interface SampleMaker {
  /** Cuts without decoding: at most the chosen seconds, and at most half of the recording. */
  cutRecording(source: SampleSource, range: SampleRange): Promise<RecordingSample>
  /** The length of a recording and its waveform, without decoding. */
  measureRecording(source: SampleSource): Promise<RecordingMeasure>
  /** Whether this server can render pages: the canvas library can be loaded. */
  readonly canDrawPages: boolean
  /** Renders the first pages of a PDF as small images: at most the chosen number, and at most half of the pages. */
  drawPages(source: SampleSource, choice: { pages: number }): Promise<Array<PageImage>>
  close(): Promise<void>
}
