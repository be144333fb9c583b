/**
 * What the first bytes of a file say that it is: one of the five formats that we decode, `heic`, or undefined. Nothing
 * else reaches the image library, which would load many more formats before it names them.
 */
export function imageSignature(
  bytes: Uint8Array,
): 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic' | undefined {
  const head = Buffer.from(bytes.subarray(0, maxBrandBytes)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'webp'
  if (head.slice(4, 8) !== 'ftyp') return undefined
  const brands = brandsOf(head)
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif'
  return brands.some((brand) => /^(he[iv][cmsx]|mif1|msf1)$/.test(brand)) ? 'heic' : undefined
}

/** The first box of a file names what can read it, in a list of four letters each. */
const maxBrandBytes = 256

function brandsOf(head: string): Array<string> {
  const boxBytes = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE()
  const [main = '', , ...compatible] = head.slice(8, boxBytes).match(/.{4}/gs) ?? []
  return [main, ...compatible]
}
