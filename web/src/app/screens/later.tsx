/** Places that a later release fills: they say so instead of pretending. */
import { Hourglass } from 'lucide-react';
import { useTitle } from '../../lib/title.ts';
import { cardLook } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeaderTitle } from '../../ui/header-slot.tsx';
import { Page } from '../../ui/page.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { texts } from '../texts.ts';

const { later } = texts;

export const SubscriptionLater = () => <Later {...later.subscription} />;
export const ManageSubscriptionLater = () => <Later {...later.manageSubscription} />;
export const UsersLater = () => <Later {...later.users} />;
export const DatabasesLater = () => <Later {...later.databases} />;
export const DataSourcesLater = () => <Later {...later.dataSources} />;

function Later({ title, line }: { title: string; line: string }) {
  useTitle(title);
  return (
    <Page title={title}>
      <HeaderTitle>{title}</HeaderTitle>
      <div className={cardLook}>
        <EmptyState icon={<Hourglass />} title={ui.soon} line={line} />
      </div>
    </Page>
  );
}
