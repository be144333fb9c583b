import type { PreviewFocus } from '../../contract/content.ts'

/** Of an image that was chosen now. */
export const center: PreviewFocus = { x: 50, y: 50 }
