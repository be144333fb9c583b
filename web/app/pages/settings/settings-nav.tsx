import { useEffect, useRef, useState } from 'react'
import { TextLink } from '../../../ui/text-link.tsx'

type SettingsNavProps = { sections: ReadonlyArray<{ id: string; label: string }> }

/** Navigation between the sections; on narrow screens a sticky row that scrolls horizontally. */
export function SettingsNav({ sections }: SettingsNavProps) {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const current = useActiveSection(sections)

  // Scrolls the navigation so that the current section's link is visible.
  useEffect(() => {
    const link = scrollerRef.current?.querySelector<HTMLElement>(`[href="#${current}"]`)
    if (link) scrollerRef.current?.scrollTo({ left: link.offsetLeft - scrollerRef.current.clientWidth / 3 })
  }, [current])

  return (
    <nav
      aria-label="Settings"
      className="sticky top-0 z-10 -mx-[18px] min-w-0 bg-paper lg:top-6 lg:mx-0 lg:bg-transparent"
    >
      <div ref={scrollerRef} className="fades-right relative overflow-x-auto px-[18px] lg:px-0">
        <ul className="-ml-3 m-0 flex list-none gap-1 p-0 py-1 lg:grid lg:py-0">
          {sections.map(({ id, label }) => (
            <li key={id}>
              <TextLink
                unstyled
                href={`#${id}`}
                aria-current={id === current ? 'location' : undefined}
                className="moves flex min-h-11 items-center whitespace-nowrap rounded-sm px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink"
              >
                {label}
              </TextLink>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  )
}

/** The section that crosses a line a quarter down the window. */
function useActiveSection(sections: SettingsNavProps['sections']): string | undefined {
  const [current, setCurrent] = useState<string>()

  // Observes the sections, and scrolls to the URL's hash, whose target did not exist when the document loaded.
  useEffect(() => {
    const elements = sections.flatMap(({ id }) => document.getElementById(id) ?? [])
    elements.find(isHashTarget)?.scrollIntoView()
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)?.target
        const active = elements.find((section) => isHashTarget(section) && isLastVisible(section)) ?? entered
        if (active) setCurrent(active.id)
      },
      { rootMargin: '-25% 0px -74% 0px' },
    )
    for (const section of elements) observer.observe(section)
    // A short last section is reached without crossing the line, so the observer says nothing about it.
    const markTarget = () => {
      const target = elements.find((section) => isHashTarget(section) && isLastVisible(section))
      if (target) setCurrent(target.id)
    }
    document.addEventListener('scrollend', markTarget)
    window.addEventListener('hashchange', markTarget)
    return () => {
      observer.disconnect()
      document.removeEventListener('scrollend', markTarget)
      window.removeEventListener('hashchange', markTarget)
    }
  }, [sections])
  return current
}

function isHashTarget({ id }: Element): boolean {
  return location.hash === `#${id}`
}

/** The last sections never reach the line, because the page ends before. */
function isLastVisible(section: Element): boolean {
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  return isAtEnd && section.getBoundingClientRect().top >= 0
}
