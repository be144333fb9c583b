import { renderSVG } from 'uqr'

/** A QR code as SVG. Always dark on light: cameras want it so. */
export function drawQrCode({ text }: { text: string }): Buffer {
  return Buffer.from(renderSVG(text, { border: 2, ecc: 'M' }))
}
