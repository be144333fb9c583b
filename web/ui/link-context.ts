import { type ComponentProps, type ComponentType, createContext } from 'react'

type LinkComponent = 'a' | ComponentType<ComponentProps<'a'> & { href: string }>

/** What links to our own pages render: the router's link inside the app, a plain one in islands. */
export const LinkContext = createContext<LinkComponent>('a')
