import { wavFile } from '../../server/seed/demo-files.ts'

/** A WAV file: 8 kHz, one byte per sample, each byte the number of its second. */
export function numberedWav(seconds: number): Buffer {
  const samples = Array.from({ length: seconds }, (_, second) => Buffer.alloc(8_000, second))
  return wavFile(Buffer.concat(samples), { samplesPerSecond: 8_000, bytesPerSample: 1 })
}
