import { hydrateRoot } from 'react-dom/client'
import { type IslandDefinition, IslandRoot } from './island.tsx'

/** Hydrates every place of an island on the page. Its module calls this when it is loaded. */
export function hydrateIsland<P extends object>(
  { name, Component }: IslandDefinition<P>,
  options: { onRecoverableError?: (error: unknown) => void } = {},
): void {
  for (const container of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    // The server wrote the props of this component beside it.
    const props: P = JSON.parse(container.nextElementSibling?.textContent ?? '{}')
    hydrateRoot(
      container,
      <IslandRoot container={container}>
        <Component {...props} />
      </IslandRoot>,
      { identifierPrefix: container.dataset.idPrefix, ...options },
    )
  }
}
