import { Spinner } from '../ui/display/spinner.tsx';

/** The whole window while it is not yet known what to show. */
export function LoadingScreen() {
  return (
    <div className="h-full">
      <Spinner size="large" />
    </div>
  );
}
