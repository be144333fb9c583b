import { expect, test } from 'vitest'
import { pixelChunks } from './encode-image.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, data = ''): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(data.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, Buffer.from(data, 'latin1'), Buffer.alloc(4)])
}

test('a PNG keeps the pixels in all their parts, and each other kind of chunk once', () => {
  const needed = [chunk('IHDR', 'size'), chunk('gAMA', 'one'), chunk('IDAT', 'a'), chunk('IDAT', 'b')]
  const [size, gamma, ...pixels] = needed
  const repeated = Array<Buffer>(500).fill(chunk('gAMA', 'two'))
  const png = [signature, size, gamma, ...repeated, chunk('tEXt'), ...pixels, chunk('IEND'), chunk('IDAT')]

  const kept = pixelChunks(Buffer.concat(png.flatMap((bytes) => bytes ?? [])))

  expect(kept).toEqual(Buffer.concat([signature, ...needed, chunk('IEND')]))
})
