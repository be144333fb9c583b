import { type ReactNode, Suspense, useEffect, useRef } from 'react'

/** How far below the screen a part of a page is near enough to load its code. */
const nearDistance = '200px'

type NearSignal = { near: Promise<void>; resolve(): void }

/** Resolves `near` when the part of the page that has this signal comes near the screen for the first time. */
export function createNearSignal(): NearSignal {
  const signal: NearSignal = { near: Promise.resolve(), resolve: () => undefined }
  signal.near = new Promise((resolve) => {
    signal.resolve = resolve
  })
  return signal
}

type NearBoundaryProps = { signal: NearSignal; fallback: ReactNode; children: ReactNode }

/** Around a lazy component whose code waits for the signal. What the server has rendered stays until then. */
export function NearBoundary({ signal, fallback, children }: NearBoundaryProps) {
  const element = useRef<HTMLDivElement>(null)

  // Observes the element's position.
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return signal.resolve()
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && signal.resolve(),
      { rootMargin: nearDistance },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [signal])
  return (
    <div ref={element}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </div>
  )
}
