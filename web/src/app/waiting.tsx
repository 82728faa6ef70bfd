import { Spinner } from '../ui/spinner.tsx';

/** The whole window while it is not yet known what to show. */
export function Waiting() {
  return (
    <div className="h-full">
      <Spinner size="large" />
    </div>
  );
}
