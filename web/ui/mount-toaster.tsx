import { createRoot } from 'react-dom/client'
import { Toaster } from './toaster.tsx'

// A root of its own: notices outlive the page that gave them, and come to pages without React too.
const container = document.createElement('div')
document.body.append(container)
createRoot(container).render(<Toaster />)
