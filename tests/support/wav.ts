/** A WAV file: 8 kHz, one byte per sample, each byte the number of its second. */
export function numberedWav(seconds: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + seconds * 8_000, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(seconds * 8_000, 40)
  const sound = Array.from({ length: seconds }, (_, second) => Buffer.alloc(8_000, second))
  return Buffer.concat([header, ...sound])
}
