import { type ComponentType, createContext, type ReactNode, useContext, useEffect } from 'react'

/** A part of a server-rendered page that React hydrates on its own. */
export type IslandDefinition<P extends object> = {
  name: string
  /** The file of the definition, from the project's root. */
  entry: `web/features/${string}.island.${'ts' | 'tsx'}`
  Component: ComponentType<P>
}

export type CollectedIsland = {
  name: string
  entry: string
  hydrateOn: 'intent' | 'load'
  idPrefix: string
  element: ReactNode
  /** Sent to the browser with the island. */
  props: object
}

/** What the server collects while it renders a page: the islands, which it renders one by one afterwards. */
export type IslandCollector = {
  /** The URLs of the island's module, and of the modules that it imports. */
  urlsOf: (entry: string) => { src: string; preloads: Array<string> }
  islands: Array<CollectedIsland>
}

/** Set only while the server renders a page with islands. Elsewhere an island is an ordinary component. */
export const IslandCollectorContext = createContext<IslandCollector | undefined>(undefined)

type IslandProps<P extends object> = {
  island: IslandDefinition<P>
  /** Public data that can be written as JSON. */
  props: NoInfer<P>
  /** `load`: immediately. `intent`: at the first pointer, focus, touch or key in it. */
  hydrateOn?: 'intent' | 'load'
}

/**
 * Renders a component as an island. It gets its data from its props only, because in the browser there is no router and
 * no query cache around it.
 */
export function Island<P extends object>({ island, props, hydrateOn = 'intent' }: IslandProps<P>) {
  const collector = useContext(IslandCollectorContext)
  const { name, Component } = island
  if (!collector) return <Component {...props} />
  // The build writes this module (vite/island-entries.ts).
  const entry = `${island.entry}?hydrate`
  const { src, preloads } = collector.urlsOf(entry)
  const index = collector.islands.length
  const idPrefix = `i${index}-`
  collector.islands.push({ name, entry, hydrateOn, idPrefix, ...islandContent(island, props) })
  return (
    <>
      <div
        data-island={name}
        data-id-prefix={idPrefix}
        data-src={src}
        data-preload={preloads.join(' ')}
        className="contents"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the marker is replaced by the island's own HTML
        dangerouslySetInnerHTML={{ __html: islandMarker(index) }}
      />
      <script
        type="application/json"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the marker is replaced by the props as JSON
        dangerouslySetInnerHTML={{ __html: propsMarker(index) }}
      />
    </>
  )
}

/** What the server renders of an island, and sends with it. */
export function islandContent<P extends object>(
  { Component }: IslandDefinition<P>,
  props: P,
): Pick<CollectedIsland, 'element' | 'props'> {
  return {
    props,
    element: (
      <IslandRoot>
        <Component {...props} />
      </IslandRoot>
    ),
  }
}

/** The same tree on the server and in the browser, so that `useId` gives the same ids. */
export function IslandRoot({ container, children }: { container?: HTMLElement; children: ReactNode }) {
  // Tells the script in the head that the island's events are handled (hydration-script.ts).
  useEffect(() => void container?.dispatchEvent(new Event('hydrated', { bubbles: true })), [container])
  return children
}

/** Placeholders in the page's HTML until the island is rendered. */
export function islandMarker(index: number): string {
  return `<!--island ${index}-->`
}
export function propsMarker(index: number): string {
  return `<!--props ${index}-->`
}
