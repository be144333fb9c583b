/**
 * The entry of the worker thread, which the build makes a file of its own of: only the renderer's pool may load it. The
 * pool calls these functions by name.
 */
import { setPriority } from 'node:os'
import sharp from 'sharp'

export { drawQrCode } from './qr-code.ts'
export { drawReceipt } from './receipt.ts'
export { drawShareCard } from './share-card.ts'
export { drawStatement } from './statement.ts'

// Linux has a priority for each thread: requests come first. Elsewhere it would be the whole server's.
if (process.platform === 'linux') setPriority(10)
// One thread of libuv for an image: files, DNS and compression need the others.
sharp.concurrency(1)
sharp.cache(false)
