import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** The card fields stand in a frame of Stripe's, where our tokens do not reach: they are told as plain values, and told again when the theme changes. */
export function useStripeAppearance(): Appearance {
  const [appearance, setLook] = useState(readAppearance)

  // Speaks to the document's theme, which the switch and the system set outside React.
  useEffect(() => {
    const update = () => setLook(readAppearance())
    const theme = new MutationObserver(update)
    const system = matchMedia('(prefers-color-scheme: dark)')
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    system.addEventListener('change', update)
    return () => {
      theme.disconnect()
      system.removeEventListener('change', update)
    }
  }, [])
  return appearance
}

function readAppearance(): Appearance {
  const color = createColorResolver()
  const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
  const border = `1px solid ${color('--line-strong')}`
  const appearance: Appearance = {
    theme: 'stripe',
    variables: {
      fontFamily: 'ui-sans-serif, system-ui, sans-serif',
      fontSizeBase: '16px',
      fontSizeSm: '15px',
      fontWeightMedium: '600',
      borderRadius: token('--radius-sm'),
      gridRowSpacing: '18px',
      gridColumnSpacing: '14px',
      colorPrimary: color('--brand'),
      colorBackground: color('--surface'),
      colorText: color('--ink'),
      colorTextSecondary: color('--ink-soft'),
      colorTextPlaceholder: color('--ink-faint'),
      colorDanger: color('--danger'),
      iconColor: color('--ink-soft'),
    },
    rules: {
      '.Input': { border, boxShadow: 'none', padding: '12px 14px' },
      '.Input:hover': { borderColor: color('--ink-faint') },
      '.Input:focus': { borderColor: color('--brand'), boxShadow: `0 0 0 3px ${color('--brand-soft')}` },
      '.Input--invalid': { borderColor: color('--danger'), boxShadow: 'none' },
      '.Label': { color: color('--ink'), fontWeight: '600' },
      '.Block, .Tab': { border, boxShadow: 'none' },
    },
  }
  color.done()
  return appearance
}

/** Reads colour tokens as the theme of the moment makes them: `light-dark()` is resolved where it is used, not where it is named. */
function createColorResolver() {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  return Object.assign(read, { done: () => probe.remove() })
}
