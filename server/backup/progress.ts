const intervalMs = 5_000

/** Prints the newest of many progress texts, at most one in five seconds. */
export function progressPrinter(print: (text: string) => void, now: () => number = Date.now) {
  let printedAt = now()
  return (text: string): void => {
    if (now() - printedAt < intervalMs) return
    printedAt = now()
    print(text)
  }
}
