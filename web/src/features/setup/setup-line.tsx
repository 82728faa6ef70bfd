/** One line above the question box, for superadmins, until every first step is done or the list is put away. */
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { setupQuery } from './queries.ts';
import { texts } from './texts.ts';

export function SetupLine() {
  const { data } = useQuery(setupQuery());
  if (!data || data.dismissed) return null;
  const done = data.steps.filter((step) => step.done).length;
  if (done === data.steps.length) return null;
  return (
    <p className="mx-auto mb-2 flex w-full max-w-[760px] items-center gap-2 px-4 text-small">
      <ListChecks className="size-4 shrink-0 text-ink-3" aria-hidden="true" />
      <span className="min-w-0">
        <Link to={paths.admin} className="link phone:inline-block phone:py-3">
          {texts.finish(done, data.steps.length)}
        </Link>{' '}
        <span className="text-ink-3 phone:-mt-2.5 phone:block phone:pb-1.5">{texts.where}</span>
      </span>
    </p>
  );
}
