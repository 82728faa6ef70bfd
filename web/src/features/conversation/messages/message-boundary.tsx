/** Error boundary of one message: after a rendering error its text is shown as it was written. */
import { Info } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { reportError } from '../../../lib/error-reporting/report-error.ts';
import { texts } from '../texts.ts';

type MessageBoundaryProps = {
  text: string;
  /** A new value renders again. It stays the same while an answer grows, which would fail with every word. */
  attempt: unknown;
  children: ReactNode;
};
type State = { broken: boolean; attempt: unknown };

export class MessageBoundary extends Component<MessageBoundaryProps, State> {
  override state: State = { broken: false, attempt: this.props.attempt };

  static getDerivedStateFromError(): Partial<State> {
    return { broken: true };
  }

  static getDerivedStateFromProps({ attempt }: MessageBoundaryProps, state: State): State | null {
    return attempt === state.attempt ? null : { broken: false, attempt };
  }

  override componentDidCatch(cause: unknown) {
    reportError(cause);
  }

  override render() {
    return this.state.broken ? <AsWritten text={this.props.text} /> : this.props.children;
  }
}

const AsWritten = ({ text }: { text: string }) => (
  <div className="grid gap-2">
    <p className="flex items-start gap-1.5 text-tiny text-ink-3">
      <Info className="mt-px size-4 shrink-0" />
      {texts.notDrawn}
    </p>
    <p className="min-w-0 whitespace-pre-wrap wrap-anywhere">{text}</p>
  </div>
);
