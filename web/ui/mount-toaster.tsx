import { createRoot } from 'react-dom/client'
import { Toaster } from './toaster.tsx'

// A separate React root: toasts outlive their page and also appear on pages without React.
const container = document.createElement('div')
document.body.append(container)
createRoot(container).render(<Toaster />)
