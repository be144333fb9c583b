import { Globe } from 'lucide-react'
import type { ReactNode } from 'react'
import { dictionary } from '../../../../contract/dictionary.ts'

type KnownSite = { name: string; icon: ReactNode }

/** Sites that creators link to, each with a drawing of its own in the lines of the other icons. */
const knownSites: Record<string, KnownSite> = dictionary({
  'bsky.app': {
    name: 'Bluesky',
    icon: (
      <path d="M12 11C10 7.500 6.500 5 4.500 5 2.500 5 3 9 3.500 11c.6 2.300 2.600 3 4.500 2.700-2.500.5-3.500 2-2.300 3.800 2.200 3.200 4.800 1 6.300-2.500 1.500 3.500 4.100 5.700 6.300 2.500 1.200-1.800.2-3.300-2.300-3.800 1.900.3 3.900-.4 4.500-2.700.5-2 1-6-1-6S14 7.500 12 11z" />
    ),
  },
  'facebook.com': {
    name: 'Facebook',
    icon: (
      <path d="M14 21v-7.500h2.700l.5-3.200H14V8.500c0-1 .5-1.700 1.700-1.700h1.600V4c-4.300-.7-6.500 1-6.500 4.200v2.100H8v3.200h2.800V21z" />
    ),
  },
  'github.com': {
    name: 'GitHub',
    icon: (
      <path d="M9 19c-4 1.200-4-2-5.500-2.500M15 21v-3.200c0-1 .1-1.500-.5-2.100 2.800-.3 5.500-1.400 5.500-6a4.600 4.600 0 0 0-1.300-3.200 4.200 4.200 0 0 0-.1-3.200s-1-.3-3.400 1.300a12 12 0 0 0-6.400 0C6.400 3 5.400 3.300 5.400 3.300a4.200 4.200 0 0 0-.1 3.200A4.600 4.600 0 0 0 4 9.700c0 4.600 2.700 5.700 5.500 6-.6.6-.6 1.200-.5 2.100V21" />
    ),
  },
  'instagram.com': {
    name: 'Instagram',
    icon: (
      <>
        <rect x="4" y="4" width="16" height="16" rx="5" />
        <circle cx="12" cy="12" r="3.600" />
        <path d="M16.700 7.300h.01" strokeWidth="2.400" />
      </>
    ),
  },
  'linkedin.com': {
    name: 'LinkedIn',
    icon: (
      <path d="M5 10v9M5 5.500h.01M10 19v-9m0 4.500c0-2.700 1.500-4.500 3.900-4.500S18 11.600 18 14.500V19" />
    ),
  },
  'open.spotify.com': {
    name: 'Spotify',
    icon: (
      <>
        <circle cx="12" cy="12" r="8.500" />
        <path d="M7.500 9.700c3-1 6.500-.7 9.300 1M8 12.600c2.500-.8 5.300-.5 7.600.9M8.500 15.300c2-.6 4.200-.4 6 .7" />
      </>
    ),
  },
  'soundcloud.com': {
    name: 'SoundCloud',
    icon: (
      <path d="M3 13.500v3M5.500 11.500v5M8 9.500v7M10.500 7.500v9h8a3 3 0 0 0 .3-6c-.5-3-3.600-5-8.300-3" />
    ),
  },
  'threads.net': {
    name: 'Threads',
    icon: (
      <path d="M17.500 8.500C16.700 5.600 14.800 4 12 4 7.700 4 5.500 7 5.500 12s2.200 8 6.500 8c3.300 0 5.800-1.800 5.800-4.400 0-2.500-2.300-3.900-5.300-3.900-2.200 0-3.600.9-3.600 2.500 0 1.400 1.200 2.300 2.900 2.300 2.300 0 3.500-1.700 3.200-4.600-.2-2.400-1.600-3.500-3.300-3.400-1 0-1.800.4-2.300 1.200" />
    ),
  },
  'tiktok.com': {
    name: 'TikTok',
    icon: <path d="M13 4v10.700A3.300 3.300 0 1 1 9.700 11.400M13 4c.3 2.600 2 4.300 4.700 4.600" />,
  },
  'twitch.tv': {
    name: 'Twitch',
    icon: <path d="M5 4h14.500v9.500L16 17h-3.500L9.500 20v-3H5zM11 8v4M15.500 8v4" />,
  },
  'x.com': { name: 'X', icon: <path d="m5 5 14 14.500M18.500 5 13 11.200M10.700 13.500 5.500 19.500" /> },
  'youtube.com': {
    name: 'YouTube',
    icon: (
      <>
        <rect x="3" y="6" width="18" height="12.500" rx="4" />
        <path d="M10.500 9.700v5l4.300-2.500z" />
      </>
    ),
  },
})

/** Where a link leads, by name, and its icon. Other sites are named by their host. */
export function siteOf(href: string): { name: string; isKnown: boolean; icon: ReactNode } {
  const host = URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href
  const known = knownSites[host]
  if (!known) return { name: host, isKnown: false, icon: <Globe aria-hidden /> }
  return {
    name: known.name,
    isKnown: true,
    icon: (
      <svg
        aria-hidden
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="size-5"
      >
        {known.icon}
      </svg>
    ),
  }
}
