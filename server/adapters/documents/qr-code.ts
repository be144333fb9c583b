import { renderSVG } from 'uqr'

/** A QR code as SVG. Always dark on light, because cameras need that. */
export function drawQrCode({ text }: { text: string }): Buffer {
  return Buffer.from(renderSVG(text, { border: 2, ecc: 'M' }))
}
