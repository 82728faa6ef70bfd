/** One line above the question box, for superadmins of an installation that has hardly begun. */
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { setupQuery } from './queries.ts';
import { texts } from './texts.ts';

/** With so many steps done it is not shown any more. */
const BEGUN = 3;

export function SetupLine() {
  const { data } = useQuery(setupQuery());
  if (!data || data.dismissed) return null;
  const done = data.steps.filter((step) => step.done).length;
  if (done >= BEGUN) return null;
  return (
    <p className="mx-auto mb-2 flex w-full max-w-[760px] items-center gap-2 px-4 text-small">
      <ListChecks className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <Link to={paths.admin} className="link phone:py-3">
        {texts.finish(done, data.steps.length)}
      </Link>
    </p>
  );
}
