import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { PdfReader } from './pdf-reader.tsx'

/** The signed URL is in the fragment, so that no server logs it. URLs outside `/files/` are ignored. */
const file = decodeURIComponent(location.hash.replace(/^#/, ''))
const root = document.getElementById('pdf-reader')
if (root && /^\/files\/[^\\]+$/.test(file)) createRoot(root).render(createElement(PdfReader, { file }))
