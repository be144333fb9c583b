/**
 * The entry of the worker thread, which the build makes a file of its own of: only the renderer's pool may load it. The
 * pool calls these functions by name.
 */
import sharp from 'sharp'

export { drawQrCode } from './qr-code.ts'
export { drawReceipt } from './receipt.ts'
export { drawShareCard } from './share-card.ts'
export { drawStatement } from './statement.ts'

// One thread of libuv for an image: files, DNS and compression need the others.
sharp.concurrency(1)
sharp.cache(false)
