import { Component, type ReactNode } from 'react';
import { CrashScreen } from './crash-screen.tsx';

type BoundaryProps = {
  /** Another value means another screen: what broke there is not broken here. */
  place?: string;
  children: ReactNode;
};
type State = { cause: unknown; broken: boolean; place: string | undefined };

/** Holds a rendering error at this point of the page. */
export class Boundary extends Component<BoundaryProps, State> {
  override state: State = { cause: null, broken: false, place: this.props.place };

  static getDerivedStateFromError(cause: unknown): Partial<State> {
    return { cause, broken: true };
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: State): Partial<State> | null {
    return place === state.place ? null : { place, broken: false, cause: null };
  }

  override render() {
    return this.state.broken ? <CrashScreen cause={this.state.cause} /> : this.props.children;
  }
}
