import { useEffect, useState } from 'react'

/** A selected image with its object URL. */
export type ImagePreview = { file: File; url: string }

export function useImagePreview(
  initialFile?: File,
): [ImagePreview | undefined, (file: File | undefined) => void] {
  const [preview, setPreview] = useState<ImagePreview | undefined>(
    () => initialFile && { file: initialFile, url: URL.createObjectURL(initialFile) },
  )
  const selectImage = (file: File | undefined) => setPreview(file && { file, url: URL.createObjectURL(file) })

  // Revokes the object URL, which would keep the image in memory.
  useEffect(() => {
    if (preview) return () => URL.revokeObjectURL(preview.url)
  }, [preview])
  return [preview, selectImage]
}
