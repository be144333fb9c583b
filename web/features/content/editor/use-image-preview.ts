import { useEffect, useState } from 'react'

/** A chosen picture, with an address under which this page can show it. */
export type ImagePreview = { file: File; url: string }

export function useImagePreview(start?: File): [ImagePreview | undefined, (file: File | undefined) => void] {
  const [picture, setPicture] = useState<ImagePreview | undefined>(
    () => start && { file: start, url: URL.createObjectURL(start) },
  )
  const selectImage = (file: File | undefined) => setPicture(file && { file, url: URL.createObjectURL(file) })

  // Speaks to the browser: it holds a picture until it is told that nobody shows it any more.
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture.url)
  }, [picture])
  return [picture, selectImage]
}
