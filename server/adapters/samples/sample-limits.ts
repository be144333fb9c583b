/** A sample of a recording with a high bit rate ends earlier. At 10 Mbit/s, 40 MB are 32 seconds. */
export const maxSampleBytes = { audio: 12_000_000, video: 40_000_000 }

/** A page is drawn to fit this box, in pixels: readable, but no replacement for the file. */
export const pageBox = { width: 900, height: 1_300 }
