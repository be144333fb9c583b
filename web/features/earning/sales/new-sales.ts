import { useSyncExternalStore } from 'react'
import type { NewSale } from '../../../../contract/sales.ts'

const shownForMs = 3_600_000

let shown: ReadonlyArray<NewSale> = []
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(sales: ReadonlyArray<NewSale>): void {
  shown = sales
  for (const listener of listeners) listener()
}

/** Shows a sale on the dashboard until it is dismissed, or for an hour after the last one. */
export function addNewSale(sale: NewSale): void {
  clearTimeout(timer)
  timer = setTimeout(dismissNewSales, shownForMs)
  show([...shown, sale])
}

export function dismissNewSales(): void {
  show([])
}

/** The sales that came while the dashboard was open, oldest first. They stay while other pages are visited. */
export function useNewSales(): ReadonlyArray<NewSale> {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => shown,
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
