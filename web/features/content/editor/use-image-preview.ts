import { useEffect, useState } from 'react'

/** A selected image with its object URL. */
export type ImagePreview = { file: File; url: string }

export function useImagePreview(start?: File): [ImagePreview | undefined, (file: File | undefined) => void] {
  const [picture, setPicture] = useState<ImagePreview | undefined>(
    () => start && { file: start, url: URL.createObjectURL(start) },
  )
  const selectImage = (file: File | undefined) => setPicture(file && { file, url: URL.createObjectURL(file) })

  // Revokes the object URL, which would keep the image in memory.
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture.url)
  }, [picture])
  return [picture, selectImage]
}
