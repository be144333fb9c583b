import { createRoot } from 'react-dom/client'
import { Toaster } from './toast.tsx'

export { toast } from './toast-store.ts'

const place = document.createElement('div')
document.body.append(place)
createRoot(place).render(<Toaster />)
