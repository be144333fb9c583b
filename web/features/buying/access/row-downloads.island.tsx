import { useEffect, useEffectEvent } from 'react'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { readStored, writeStored } from '../../../ui/browser-storage.ts'
import { downloadFrom } from './download-from.ts'

type RowDownloadsProps = { storageKey: string }

/**
 * Marks what was downloaded on this device. Its links are outside: `data-download` names the version of a file, so that a
 * replaced one has no mark. It renders nothing.
 */
function RowDownloads({ storageKey }: RowDownloadsProps) {
  const handleClick = useEffectEvent(async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return
    const link = event.target.closest<HTMLAnchorElement>('a[data-download]')
    if (!link) return
    event.preventDefault()
    if (!(await downloadFrom(link.href))) return
    const { download = '' } = link.dataset
    writeStored('localStorage', storageKey, [...new Set([...readVersions(storageKey), download])].join(' '))
    showDownloaded(storageKey)
  })

  // The rows are not rendered here.
  useEffect(() => {
    showDownloaded(storageKey)
    const listener = (event: MouseEvent) => void handleClick(event)
    document.addEventListener('click', listener)
    return () => document.removeEventListener('click', listener)
  }, [storageKey])
  return null
}

function readVersions(storageKey: string): ReadonlyArray<string> {
  return (readStored('localStorage', storageKey) ?? '').split(' ').filter(Boolean)
}

function showDownloaded(storageKey: string): void {
  const versions = new Set(readVersions(storageKey))
  for (const link of document.querySelectorAll<HTMLElement>('a[data-download]'))
    link.closest('li')?.toggleAttribute('data-downloaded', versions.has(link.dataset.download ?? ''))
}

export const rowDownloadsIsland: IslandDefinition<RowDownloadsProps> = {
  name: 'row-downloads',
  entry: 'web/features/buying/access/row-downloads.island.tsx',
  Component: RowDownloads,
}
