import type { ReactNode } from 'react'

/** Marks a creator's test purchase of their own item. At the top of the page. */
export function TestPurchaseBanner({ children }: { children: ReactNode }) {
  return (
    <aside
      aria-label="Test purchase"
      className="stripes mt-1 rounded-md px-4 py-3 text-center [overflow-wrap:anywhere]"
    >
      <b>TEST.</b> {children}
    </aside>
  )
}
