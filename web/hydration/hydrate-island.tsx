import { useLayoutEffect, useRef } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { type IslandDefinition, IslandRoot } from './island.tsx'

/** Hydrates every instance of an island on the page. Its module calls this when it is loaded. */
export function hydrateIsland<P extends object>(
  { name, Component }: IslandDefinition<P>,
  options: { onRecoverableError?: (error: unknown) => void } = {},
): void {
  for (const container of document.querySelectorAll<HTMLElement>(`[data-island="${name}"]`)) {
    // The server wrote the props of this component beside it.
    const props: P = JSON.parse(container.nextElementSibling?.textContent ?? '{}')
    const serverNodes = [...container.childNodes]
    hydrateRoot(
      container,
      <IslandRoot container={container}>
        <ErrorBoundary fallback={<ServerHtml nodes={serverNodes} />}>
          <Component {...props} />
        </ErrorBoundary>
      </IslandRoot>,
      { identifierPrefix: container.dataset.idPrefix, ...options },
    )
  }
}

/** The server's HTML with the current input, for an island that cannot render. Its forms work without React. */
function ServerHtml({ nodes }: { nodes: ReadonlyArray<ChildNode> }) {
  const ref = useRef<HTMLDivElement>(null)

  // Copies, because React may have attached handlers to the nodes themselves.
  useLayoutEffect(() => ref.current?.replaceChildren(...nodes.map((node) => node.cloneNode(true))), [nodes])
  return <div ref={ref} className="contents" />
}
