import { encodePeaks, peakCount } from '../../../../domain/waveform.ts'

/** The waveform of samples: the loudest of each of its parts. */
export function peaksOf(samples: Float32Array): string {
  const size = Math.max(1, Math.floor(samples.length / peakCount))
  const peaks = Array.from({ length: peakCount }, (_, bar) => {
    let peak = 0
    for (const sample of samples.subarray(bar * size, (bar + 1) * size))
      peak = Math.max(peak, Math.abs(sample))
    return peak
  })
  return encodePeaks(peaks)
}
