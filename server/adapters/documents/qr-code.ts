import { renderSVG } from 'uqr'

/** A QR code as SVG. Always dark on light, because cameras need that. */
export function drawQrCode({ text }: { text: string }): Buffer {
  const svg = renderSVG(text, { border: 2, ecc: 'M' })
  // Without a size, programs open a saved file at any size they like.
  return Buffer.from(svg.replace('<svg ', '<svg width="1024" height="1024" '))
}
