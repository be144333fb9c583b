import { Component, type ReactNode } from 'react'

type ErrorBoundaryProps = {
  /** Shown instead of the children when one of them throws while it renders. Without it React removes the whole page. */
  fallback: ReactNode
  /** When it changes, the children are rendered again. */
  resetKey?: string
  children: ReactNode
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps) {
    if (this.state.hasFailed && resetKey !== this.props.resetKey) this.setState({ hasFailed: false })
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
