/** Takes the place of plans and prices in an installation that takes no payments. */
import { Gauge } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { texts } from './texts.ts';

export function NobodyPays() {
  useTitle(texts.nobodyPays.title);
  return (
    <div className="grid h-full place-items-center overflow-y-auto">
      <EmptyState
        icon={<Gauge />}
        title={texts.nobodyPays.title}
        line={texts.nobodyPays.line}
        action={
          <Link to={paths.profile} className={buttonLook('primary')}>
            {texts.nobodyPays.usage}
          </Link>
        }
      />
    </div>
  );
}
