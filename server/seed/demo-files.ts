import sharp from 'sharp'
import type { DemoFile } from './demo-data.ts'

/** Small real files of each kind, generated. */
export async function makeFile({ generator, step = 0 }: DemoFile): Promise<Buffer> {
  if (generator === 'picture') return generateImage(['#3f6f9c', '#14213d'])
  if (generator === 'tone') return generateWav(12, 2 ** (step / 12))
  if (generator === 'booklet') return generatePdf(['Night ferry', 'Six songs', 'Thank you for listening'])
  if (generator === 'lut') return Buffer.from(generateCubeLut(9))
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

/** A WAV file of slow tones, mono, 22,050 Hz, 16 bit. `factor` raises their pitches. */
function generateWav(seconds: number, factor: number): Buffer {
  const samplesPerSecond = 22_050
  const samples = Buffer.alloc(samplesPerSecond * seconds * 2)
  for (let i = 0; i < samplesPerSecond * seconds; i++) {
    const second = i / samplesPerSecond
    const pitch = factor * ([110, 138.6, 164.8, 138.6][Math.floor(second / 3) % 4] ?? 110)
    const swell = Math.sin((Math.PI * (second % 3)) / 3)
    samples.writeInt16LE(Math.round(9_000 * swell * Math.sin(2 * Math.PI * pitch * second)), i * 2)
  }
  return wavFile(samples, { samplesPerSecond, bytesPerSample: 2 })
}

/** A PDF of A5 pages with a line of text each. The texts must not have parentheses or backslashes. */
function generatePdf(lines: Array<string>): Buffer {
  const pageIds = lines.map((_, index) => 4 + index * 2)
  const pages = lines.flatMap((line, index) => {
    const content = `BT /F1 24 Tf 48 360 Td (${line}) Tj ET`
    const contentId = 5 + index * 2
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 420 595] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contentId} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]
  })
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages,
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  )
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
