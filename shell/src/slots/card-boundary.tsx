import { Component, type ReactNode } from 'react';

type Props = { readonly onError: (error: unknown) => void; readonly children: ReactNode };

/** Keeps what a card throws from the screen around it. */
export class CardBoundary extends Component<Props, { readonly hasFailed: boolean }> {
  static getDerivedStateFromError = () => ({ hasFailed: true });

  override state = { hasFailed: false };

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
