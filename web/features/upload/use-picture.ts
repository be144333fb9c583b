import { useEffect, useState } from 'react'

/** A chosen picture, with an address under which this page can show it. */
export type Picture = { file: File; url: string }

export function usePicture(start?: File): [Picture | undefined, (file: File | undefined) => void] {
  const [picture, setPicture] = useState<Picture | undefined>(
    () => start && { file: start, url: URL.createObjectURL(start) },
  )
  const choose = (file: File | undefined) => setPicture(file && { file, url: URL.createObjectURL(file) })

  // Speaks to the browser: it holds a picture until it is told that nobody shows it any more.
  useEffect(() => {
    if (picture) return () => URL.revokeObjectURL(picture.url)
  }, [picture])
  return [picture, choose]
}
