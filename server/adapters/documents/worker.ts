/**
 * The entry of the worker thread, which is a separate file of the build: only the renderer's pool may load it. The
 * pool calls these functions by name.
 */
import { setPriority } from 'node:os'
import sharp from 'sharp'

export { drawQrCode } from './qr-code.ts'
export { drawReceipt } from './receipt.ts'
export { drawCreatorCard, drawShareCard } from './share-card.ts'
export { drawStatement } from './statement.ts'

// On Linux this is the thread's priority, so that requests come first. Elsewhere it would be the whole process's.
if (process.platform === 'linux') setPriority(10)
// One libuv thread per image, because files, DNS and compression need the others.
sharp.concurrency(1)
sharp.cache(false)
