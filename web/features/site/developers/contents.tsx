import { ChevronDown } from 'lucide-react'
import { callGroups } from './calls.ts'

/** The sections of the page, by the id of each. A section that is missing here has no link. */
const contents: ReadonlyArray<{ title: string; sections: ReadonlyArray<[id: string, label: string]> }> = [
  {
    title: 'Start',
    sections: [
      ['first-call', 'Your first call'],
      ['scopes', 'Keys and scopes'],
      ['errors', 'Errors'],
      ['limits', 'Limits'],
      ['trying-twice', 'Trying twice'],
    ],
  },
  { title: 'Calls', sections: callGroups.map(({ id, title }) => [id, title]) },
  {
    title: 'Events',
    sections: [
      ['signature', 'Check the signature'],
      ['retries', 'When you don’t answer'],
      ['events', 'All events'],
    ],
  },
  {
    title: 'Recipes',
    sections: [
      ['n8n', 'n8n'],
      ['zapier', 'Zapier'],
      ['discord', 'Discord and Slack'],
      ['license', 'License in an app'],
      ['assistants', 'Assistants'],
    ],
  },
]

/** At the left on wide screens, and one button above the text on narrow ones. */
export function Contents() {
  return (
    <>
      <nav
        aria-label="Contents"
        className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto overscroll-contain text-sm max-lg:hidden"
      >
        <Links />
      </nav>
      <details
        data-contents
        className="group sticky top-0 z-10 rounded-md border border-line-strong bg-surface lg:hidden"
      >
        <summary className="flex min-h-11 list-none items-center justify-between px-3.5 font-semibold [&::-webkit-details-marker]:hidden">
          Contents
          <ChevronDown aria-hidden className="moves size-5 text-ink-soft group-open:rotate-180" />
        </summary>
        <nav
          aria-label="Contents"
          className="grid max-h-[70dvh] grid-cols-[repeat(auto-fill,minmax(140px,1fr))] gap-x-4 overflow-y-auto border-line border-t px-3.5 pb-3"
        >
          <Links />
        </nav>
      </details>
    </>
  )
}

function Links() {
  return contents.map(({ title, sections }) => (
    <div key={title}>
      <p className="px-3 pt-3.5 pb-1 font-semibold text-ink-faint max-lg:px-0">{title}</p>
      <ul className="list-none p-0">
        {sections.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="moves flex min-h-11 items-center rounded-sm px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink max-lg:px-0 lg:min-h-9"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
}
