import { useEffect, useState } from 'react'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { getStoredFile } from '../../../shared/file-storage.ts'
import { keptPage } from '../../../shared/landing-draft.ts'

/** The page that was made before signing in, so that nobody fears that it is lost. */
export function KeptPage() {
  const [page] = useState(keptPage)
  const [image, setImage] = useState<string>()
  // Reads the cover from the browser's database.
  useEffect(() => {
    let url: string | undefined
    void getStoredFile('upload-preview').then((file) => {
      url = file && URL.createObjectURL(file)
      setImage(url)
    })
    return () => {
      if (url) URL.revokeObjectURL(url)
    }
  }, [])
  if (!page?.title) return null
  return (
    <div className="mb-6 flex items-center gap-4 rounded-md bg-brand-soft p-3">
      <ContentCover
        pond={{ seed: Number(page.pondSeed) || 0, rings: 0 }}
        image={image ?? null}
        className="w-20 flex-none rounded-sm"
      />
      <p className="wrap-anywhere min-w-0 leading-snug">
        <b className="line-clamp-2 font-semibold">“{page.title}” is kept.</b>
        <span className="text-ink-soft text-sm">One code, and you can publish it.</span>
      </p>
    </div>
  )
}
