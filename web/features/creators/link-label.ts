import { dictionary } from '../../../contract/dictionary.ts'

const knownSites: Record<string, string> = dictionary({
  'bsky.app': 'Bluesky',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'soundcloud.com': 'SoundCloud',
  'open.spotify.com': 'Spotify',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'twitch.tv': 'Twitch',
  'x.com': 'X',
  'youtube.com': 'YouTube',
})

/** A link's short name: that of a known site, or its host without `www`. */
export function linkLabel(href: string): string {
  const host = URL.canParse(href) ? new URL(href).hostname.replace(/^www\./, '') : href
  return knownSites[host] ?? host
}
