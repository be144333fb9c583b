import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { PdfReader } from './pdf-reader.tsx'

/**
 * The address of a file of this site that a fragment names; undefined for any other address. The address is resolved
 * before it is compared, because dots in it lead out of a folder.
 */
export function fileAddress(fragment: string, page: string): string | undefined {
  const named = decoded(fragment.replace(/^#/, ''))
  const url = named === undefined ? null : URL.parse(named, page)
  if (url?.origin !== new URL(page).origin || !/^\/files\/./.test(url.pathname)) return undefined
  return url.href
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The signed URL is in the fragment, so that no server logs it. */
const file = fileAddress(location.hash, location.href)
const root = document.getElementById('pdf-reader')
if (root && file) createRoot(root).render(createElement(PdfReader, { file }))
