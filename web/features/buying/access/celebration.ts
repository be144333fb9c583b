import { type RefObject, useEffect, useState } from 'react'

/** `ready`: the cover is still blurred, until its image is decoded. `playing`: the drop falls. `over`: the page as it stays. */
export type CelebrationStep = 'ready' | 'playing' | 'over'

const fallMs = 400
const openMs = 600
/** The last ring fades out a little later. */
const endMs = fallMs + openMs + 300
/** A picture that takes longer is shown without it: people read on. */
const maxWaitMs = 4_000

/** Plays once over the cover, as soon as its image is decoded. A key or a press ends it; with reduced motion there is none. */
export function useCelebration(cover: RefObject<HTMLElement | null>, isWanted: boolean): CelebrationStep {
  const [step, setStep] = useState<CelebrationStep>(() => (isWanted && hasMotion() ? 'ready' : 'over'))

  // Waits for the image, which is not React's.
  useEffect(() => {
    if (step !== 'ready') return
    let isCurrent = true
    const image = cover.current?.querySelector<HTMLImageElement>('img:not(.cover-backdrop)')
    void Promise.race([decode(image), after(maxWaitMs).then((): CelebrationStep => 'over')]).then((next) => {
      if (isCurrent) setStep(next)
    })
    return () => {
      isCurrent = false
    }
  }, [step, cover])

  // The end, and keys and presses anywhere on the page.
  useEffect(() => {
    if (step === 'over') return
    const end = () => setStep('over')
    const timer = step === 'playing' ? setTimeout(end, endMs) : undefined
    const listeners = new AbortController()
    const options = { signal: listeners.signal, capture: true }
    addEventListener('keydown', end, options)
    addEventListener('pointerdown', end, options)
    return () => {
      clearTimeout(timer)
      listeners.abort()
    }
  }, [step])
  return step
}

/** Counts from 1 to the number while the rings open the cover. */
export function useCount(number: number, step: CelebrationStep): number {
  const [count, setCount] = useState(1)

  // Each frame of the browser.
  useEffect(() => {
    if (step !== 'playing') return
    const startedAt = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      const share = Math.min(1, Math.max(0, (now - startedAt - fallMs) / openMs))
      setCount(countAt(number, share))
      if (share < 1) frame = requestAnimationFrame(draw)
    })
    return () => cancelAnimationFrame(frame)
  }, [number, step])
  return count
}

/** Fast at first, then slower. `share` is from 0 to 1. */
export function countAt(number: number, share: number): number {
  return 1 + Math.round((number - 1) * (1 - (1 - share) ** 3))
}

async function decode(image: HTMLImageElement | null | undefined): Promise<CelebrationStep> {
  // One that can't be decoded is no reason to wait.
  await image?.decode().catch(() => undefined)
  return 'playing'
}

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const hasMotion = () => !matchMedia('(prefers-reduced-motion: reduce)').matches
