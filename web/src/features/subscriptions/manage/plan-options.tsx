import { Link } from 'react-router';
import { failureText } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import type { PlanState } from '../plan-state.ts';
import { usePortal } from '../use-payments.ts';
import { texts } from './texts.ts';

type PlanOptionsProps = { isPaid: boolean; state: PlanState };

export function PlanOptions({ isPaid, state }: PlanOptionsProps) {
  const portal = usePortal(paths.manageSubscription);
  const next = state === 'canceled' ? texts.renew : state === 'free' ? texts.upgrade : null;
  return (
    <section aria-label={texts.options} className="mt-6 border-t border-line pt-5">
      <div className="flex flex-wrap gap-2.5 slim:flex-col">
        {isPaid && (
          <Button
            variant={next ? 'secondary' : 'primary'}
            busy={portal.busy}
            onClick={portal.run}
            // Its words are longer than a phone is wide.
            className="phone:h-auto phone:min-h-11 phone:py-2 phone:leading-tight phone:whitespace-normal"
          >
            {portal.busy ? texts.portalOpening : texts.portal}
          </Button>
        )}
        {next && (
          <Link to={paths.subscription} className={buttonLook('primary')}>
            {next}
          </Link>
        )}
        <Link to={paths.subscription} className={buttonLook()}>
          {texts.allPlans}
        </Link>
      </div>
      {portal.failure !== null && (
        <Alert
          className="mt-4"
          title={texts.portalFailed}
          line={failureText(portal.failure, texts.portalContext)}
        />
      )}
    </section>
  );
}
