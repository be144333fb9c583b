import type { PreviewFocus } from '../../../../contract/preview-image.ts'
import type { FormValues } from './form-values.ts'

/** The focal point of an image that has none yet. */
export const center: PreviewFocus = { x: 50, y: 50 }

/** The focal point that the form's fields describe. */
export function focusOf({ previewFocusX, previewFocusY }: FormValues): PreviewFocus {
  return { x: percentOf(previewFocusX, center.x), y: percentOf(previewFocusY, center.y) }
}

export function toFocusFields({ x, y }: PreviewFocus): FormValues {
  return { previewFocusX: String(x), previewFocusY: String(y) }
}

/** Parses a percentage. A draft in the browser's storage may have an invalid one. */
function percentOf(value: string | undefined, fallback: number): number {
  return value && /^\d+$/.test(value) ? Math.min(100, Number(value)) : fallback
}
