import { ChevronDown } from 'lucide-react'
import { Input } from '../../../ui/input.tsx'
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
        <Search placeholder="Search with /" />
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
          <Search placeholder="Search" />
          <Links />
        </nav>
      </details>
    </>
  )
}

/** Finds sections, calls and events by `developers-script.ts`. What it finds stands in place of the links. */
function Search({ placeholder }: { placeholder: string }) {
  return (
    <search className="col-span-full mx-1 mt-1 grid gap-2 max-lg:mx-0 max-lg:mt-3 noscript:hidden">
      <Input type="search" aria-label="Search calls and events" placeholder={placeholder} maxLength={60} />
      <p role="status" className="px-2 text-ink-faint empty:hidden" />
      <ul
        className="list-none p-0 [&_a]:grid [&_a]:min-h-11 [&_a]:content-center [&_a]:gap-0.5 [&_a]:rounded-sm [&_a]:px-2 [&_a]:py-1.5 [&_a]:hover:bg-sunken [&_a>span+span]:line-clamp-2"
        hidden
      />
    </search>
  )
}

function Links() {
  return contents.map(({ title, sections }) => (
    <div key={title} data-links>
      <p className="px-3 pt-3.5 pb-1 font-semibold text-ink-faint">{title}</p>
      <ul className="list-none p-0">
        {sections.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="moves flex min-h-11 items-center rounded-sm px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink lg:min-h-9"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  ))
}
