import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { fileAddress } from './file-address.ts'
import { PdfReader } from './pdf-reader.tsx'

/** The signed URL is in the fragment, so that no server logs it. */
const file = fileAddress(location.hash, location.href)
const root = document.getElementById('pdf-reader')
if (root && file) createRoot(root).render(createElement(PdfReader, { file }))
