import sharp, { type Sharp } from 'sharp'
import type { Pond } from '../../../contract/ponds.ts'
import { pond } from '../../../domain/pond.ts'

type Frame = { width: number; height: number }
type DrawnPond = Pond & { detail: 'cover' | 'thumb' }

/** The pond as pixels that fill a frame. */
export function rasterPond(drawn: DrawnPond, frame: Frame): Sharp {
  return sharp(Buffer.from(pond(drawn)), { density: 72 * 6 }).resize({ ...frame, fit: 'cover' })
}

/** Twice the size that emails have for them. */
const sizes = { cover: { width: 1_072, height: 670 }, thumb: { width: 96, height: 96 } }

/** The pond as JPEG, for readers that show no SVG; a palette of 256 colors shows bands in the water. */
export async function drawPond(drawn: DrawnPond): Promise<Buffer> {
  return rasterPond(drawn, sizes[drawn.detail]).flatten().jpeg({ quality: 82, mozjpeg: true }).toBuffer()
}
