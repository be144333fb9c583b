import { encode, renderSVG } from 'uqr'

const sizePx = 1024
/** The quiet zone that readers need, in modules. */
const quietZoneModules = 4

/** A QR code as SVG. The size is only the initial one in an image program. */
export function drawQrCodeSvg(text: string): Blob {
  const svg = renderSVG(text, { border: quietZoneModules, ecc: 'M' })
  return new Blob([svg.replace('<svg ', `<svg width="${sizePx}" height="${sizePx}" `)], {
    type: 'image/svg+xml',
  })
}

/** A QR code as a PNG of 1024 px. Modules are whole pixels, so their edges stay sharp. */
export async function drawQrCodePng(text: string): Promise<Blob> {
  const { data, size } = encode(text, { border: quietZoneModules, ecc: 'M' })
  const modulePx = Math.floor(sizePx / size)
  const offset = Math.floor((sizePx - modulePx * size) / 2)
  const canvas = document.createElement('canvas')
  canvas.width = sizePx
  canvas.height = sizePx
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  context.fillStyle = 'white'
  context.fillRect(0, 0, sizePx, sizePx)
  context.fillStyle = 'black'
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) context.fillRect(offset + x * modulePx, offset + y * modulePx, modulePx, modulePx)
    })
  })
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image is empty'))), 'image/png')
  })
}
