import type { ReactNode } from 'react'

/** Marks what is a creator's test of their own item. Above everything else on its page. */
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
