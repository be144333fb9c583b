type WavFormat = { samplesPerSecond: number; bytesPerSample: 1 | 2 }

/** A WAV file of one channel with these samples (PCM; two bytes little-endian, one byte unsigned). */
export function wavFile(samples: Buffer, { samplesPerSecond, bytesPerSample }: WavFormat): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(samplesPerSecond, 24)
  header.writeUInt32LE(samplesPerSecond * bytesPerSample, 28)
  header.writeUInt16LE(bytesPerSample, 32)
  header.writeUInt16LE(8 * bytesPerSample, 34)
  header.write('data', 36)
  header.writeUInt32LE(samples.length, 40)
  return Buffer.concat([header, samples])
}
