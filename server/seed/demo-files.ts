import sharp from 'sharp'
import type { Item } from './demo-types.ts'

type FileGenerator = NonNullable<Item['file']>['generator']

/** Small real files of each kind, generated. */
export async function makeFile(what: FileGenerator): Promise<Buffer> {
  if (what === 'picture') return generateImage(['#3f6f9c', '#14213d'])
  if (what === 'tone') return generateWav(12)
  if (what === 'lut') return Buffer.from(generateCubeLut(9))
  return Buffer.from(
    Array.from({ length: 12 }, (_, week) => `Week ${week + 1}\n  Read. Ask. Try. Show.\n`).join('\n'),
  )
}

/** A gradient of two colors, 1600 × 1000. */
export async function generateImage([light, dark]: [string, string]): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1000"><defs>
<radialGradient id="g" cx="20%" cy="15%" r="110%"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></radialGradient></defs>
<rect width="1600" height="1000" fill="url(#g)"/><circle cx="1150" cy="320" r="150" fill="${light}" opacity=".55"/>
<path d="M0 760 Q400 690 800 750 T1600 720 V1000 H0Z" fill="${dark}" opacity=".75"/></svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A WAV file of slow tones, mono, 22,050 Hz, 16 bit. */
function generateWav(seconds: number): Buffer {
  const rate = 22_050
  const samples = rate * seconds
  const wav = Buffer.alloc(44 + samples * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(36 + samples * 2, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * 2, 28)
  wav.writeUInt16LE(2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(samples * 2, 40)
  for (let i = 0; i < samples; i++) {
    const second = i / rate
    const pitch = [110, 138.6, 164.8, 138.6][Math.floor(second / 3) % 4] ?? 110
    const swell = Math.sin((Math.PI * (second % 3)) / 3)
    wav.writeInt16LE(Math.round(9_000 * swell * Math.sin(2 * Math.PI * pitch * second)), 44 + i * 2)
  }
  return wav
}

/** A color look-up table that warms the highlights, in the .cube format of photo editors. */
function generateCubeLut(size: number): string {
  const steps = Array.from({ length: size }, (_, i) => i / (size - 1))
  const rows = steps.flatMap((b) =>
    steps.flatMap((g) =>
      steps.map((r) => [r ** 0.92, g ** 0.98, b ** 1.08].map((v) => v.toFixed(6)).join(' ')),
    ),
  )
  return `TITLE "Dusk"\nLUT_3D_SIZE ${size}\n${rows.join('\n')}\n`
}
