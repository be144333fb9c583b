import type { Appearance } from '@stripe/stripe-js'
import { useEffect, useState } from 'react'

/** Stripe's fields are in an iframe without our tokens, so they get plain values, again after each change of theme. */
export function useStripeAppearance(): Appearance {
  const [appearance, setAppearance] = useState(readAppearance)

  // Observes the document's theme, which the theme button and the system change outside React.
  useEffect(() => {
    const update = () => setAppearance(readAppearance())
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
  color.dispose()
  return appearance
}

/** Reads color tokens in the current theme: `light-dark()` is resolved where it is used, not where it is defined. */
function createColorResolver() {
  const probe = document.createElement('span')
  probe.hidden = true
  document.body.append(probe)
  const read = (name: string) => {
    probe.style.color = `var(${name})`
    return getComputedStyle(probe).color
  }
  return Object.assign(read, { dispose: () => probe.remove() })
}
