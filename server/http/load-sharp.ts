/** The image library. It takes 9 MB of memory, so it is loaded for the first image. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // One libuv thread per image, because files, DNS and compression need the others. The decode cache is useless here.
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}
