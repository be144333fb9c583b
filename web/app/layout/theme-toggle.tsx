import { Moon, Sun } from 'lucide-react'
import { buttonVariants } from '../../ui/button-variants.ts'

/** Works on pages without React: the script in the document's head handles the click (see theme-script.ts). */
export function ThemeToggle() {
  return (
    <button
      type="button"
      data-theme-switch
      title="Switch between light and dark mode"
      className={buttonVariants({ variant: 'smallIcon' })}
    >
      <Moon aria-hidden className="dark:hidden" />
      <Sun aria-hidden className="not-dark:hidden" />
      <span className="sr-only">Switch between light and dark</span>
    </button>
  )
}
