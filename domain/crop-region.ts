import type { PreviewFocus } from '../contract/content.ts'

type Size = { width: number; height: number }

/**
 * The largest part of an image, in pixels, that has the aspect ratio of a frame and contains the focal point. A browser
 * shows the same part with `object-fit: cover` and the focal point as `object-position`.
 */
export function cropRegion(
  image: Size,
  frame: Size,
  { x, y }: PreviewFocus,
): Size & { left: number; top: number } {
  const scale = Math.min(image.width / frame.width, image.height / frame.height)
  const width = Math.max(1, Math.min(image.width, Math.round(frame.width * scale)))
  const height = Math.max(1, Math.min(image.height, Math.round(frame.height * scale)))
  return {
    left: Math.round(((image.width - width) * x) / 100),
    top: Math.round(((image.height - height) * y) / 100),
    width,
    height,
  }
}
